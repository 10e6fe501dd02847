// tdoku as a program of the race: tdoku LIMIT FILE COUNTS.
//
// Prints the microseconds of CPU time that a puzzle takes, and writes to COUNTS how many solutions
// each has, a line each. tdoku wants dots for open cells, and reads no file by itself.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "tdoku.h"

static double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "error: expected LIMIT FILE COUNTS\n"), 2;
    const size_t limit = atoi(argv[1]);
    std::vector<std::string> puzzles;
    std::ifstream file(argv[2]);
    for (std::string line; std::getline(file, line);) {
        line.resize(81);
        for (char &cell : line)
            if (cell == '0') cell = '.';
        puzzles.push_back(line);
    }
    if (puzzles.empty()) return fprintf(stderr, "error: no puzzle in %s\n", argv[2]), 2;
    std::vector<size_t> counts(puzzles.size());
    char solution[82];
    size_t guesses;
    int rounds = 0;
    double time = 0;
    for (const double start = cpu_seconds(); time < 0.4; time = cpu_seconds() - start, ++rounds)
        for (size_t i = 0; i < puzzles.size(); ++i)
            counts[i] = TdokuSolverDpllTriadSimd(puzzles[i].c_str(), limit, 0, solution, &guesses);
    std::ofstream out(argv[3]);
    for (size_t count : counts) out << count << '\n';
    printf("%.4f\n", time * 1e6 / rounds / puzzles.size());
}
