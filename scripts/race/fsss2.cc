// fsss2 as a program of the race: fsss2 LIMIT FILE COUNTS.
//
// Prints the microseconds of CPU time that a puzzle takes, and writes to COUNTS how many solutions
// each has, a line each. fsss2 wants numbers from 0 to 9, and is asked for one solution or for two.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "fsss2.h"

static double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "error: expected LIMIT FILE COUNTS\n"), 2;
    const int limit = atoi(argv[1]);
    if (limit != 1 && limit != 2) return fprintf(stderr, "error: LIMIT is 1 or 2\n"), 2;
    std::vector<std::string> puzzles;
    std::ifstream file(argv[2]);
    for (std::string line; std::getline(file, line);) {
        line.resize(81);
        puzzles.push_back(line);
    }
    if (puzzles.empty()) return fprintf(stderr, "error: no puzzle in %s\n", argv[2]), 2;
    std::vector<int> counts(puzzles.size());
    char cells[88], solution[88];
    int rounds = 0;
    double time = 0;
    for (const double start = cpu_seconds(); time < 0.4; time = cpu_seconds() - start, ++rounds)
        for (size_t i = 0; i < puzzles.size(); ++i) {
            for (int cell = 0; cell < 81; ++cell) {
                const char symbol = puzzles[i][cell];
                cells[cell] = symbol >= '1' && symbol <= '9' ? symbol - '0' : 0;
            }
            counts[i] = limit == 1 ? getAnySolution().solve(cells, solution)
                                   : hasSingleSolution().solve(cells);
        }
    std::ofstream out(argv[3]);
    for (int count : counts) out << count << '\n';
    printf("%.4f\n", time * 1e6 / rounds / puzzles.size());
}
