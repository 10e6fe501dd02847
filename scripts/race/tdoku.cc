// tdoku as a program of the race.
#include <climits>

#include "race.h"
#include "tdoku.h"

int main(int argc, char **argv) {
    return race(argc, argv, INT_MAX, [](const char *puzzle, int limit) {
        char solution[82];
        size_t guesses;
        return TdokuSolverDpllTriadSimd(puzzle, limit, 0, solution, &guesses);
    });
}
