// fsss2 as a program of the race. It wants numbers from 0 to 9, and is asked for one solution or for two.
#include "fsss2.h"
#include "race.h"

int main(int argc, char **argv) {
    return race(argc, argv, 2, [](const char *puzzle, int limit) -> size_t {
        char cells[88], solution[88];
        for (int cell = 0; cell < 81; ++cell) cells[cell] = puzzle[cell] == '.' ? 0 : puzzle[cell] - '0';
        return limit == 1 ? getAnySolution().solve(cells, solution) : hasSingleSolution().solve(cells);
    });
}
