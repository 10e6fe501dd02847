// What programs of the race in C++ have in common: PROGRAM LIMIT FILE COUNTS.
//
// Prints the microseconds of CPU time that a puzzle takes, and writes to COUNTS how many solutions each has,
// a line each. Reading the file is not timed.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

static double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

// `count` tells how many solutions a puzzle of 81 characters, dots where it is open, has up to a limit.
template <typename Count>
static int race(int argc, char **argv, int largest_limit, Count count) {
    if (argc != 4) return fprintf(stderr, "error: expected LIMIT FILE COUNTS\n"), 2;
    const int limit = atoi(argv[1]);
    if (limit < 1 || limit > largest_limit)
        return fprintf(stderr, "error: LIMIT is from 1 to %d\n", largest_limit), 2;
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
    int rounds = 0;
    double time = 0;
    for (const double start = cpu_seconds(); time < 0.4; time = cpu_seconds() - start, ++rounds)
        for (size_t i = 0; i < puzzles.size(); ++i) counts[i] = count(puzzles[i].c_str(), limit);
    std::ofstream out(argv[3]);
    for (size_t solutions : counts) out << solutions << '\n';
    printf("%.4f\n", time * 1e6 / rounds / puzzles.size());
    return 0;
}
