// Makes a solver in C or C++ that is a function a program that speaks sudoku-backend/1 (harness/BACKENDS.md).
//
//     #include "protocol.h"
//     int main() { return serve("name", "version", count, solve); }
//
// `size_t count(const char *puzzle, size_t limit)` counts the solutions of 81 characters, dots where a cell is empty,
// up to a limit of 1 or 2; its time is the time of the answer. `void solve(const char *puzzle, char *grid)` writes the
// 81 characters of a solution, and is not timed.
//
// The harness times its own solvers in a stream of puzzles, which leaves caches and branch predictors warm. A program
// sleeps between two questions. So before each timed call, a millisecond of calls on earlier puzzles is not timed.
#ifndef PEERS_PROTOCOL_H
#define PEERS_PROTOCOL_H

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace protocol {

inline long nanoseconds() {
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

// The median time between two reads of the clock with nothing between them.
inline long empty_sample() {
    std::vector<long> samples(1001);
    for (long &sample : samples) {
        const long start = nanoseconds();
        sample = nanoseconds() - start;
    }
    std::nth_element(samples.begin(), samples.begin() + 500, samples.end());
    return samples[500];
}

// Earlier puzzles, solved again before each that is timed.
class Stream {
    std::vector<std::string> puzzles;
    size_t oldest = 0, next = 0;

public:
    template <typename Count>
    void warm(Count count, size_t limit) {
        const long start = nanoseconds();
        while (!puzzles.empty() && nanoseconds() - start < 1000000) {
            volatile size_t solutions = count(puzzles[next].c_str(), limit);
            (void)solutions;
            next = (next + 1) % puzzles.size();
        }
    }

    void push(const std::string &puzzle) {
        if (puzzles.size() < 512) return puzzles.push_back(puzzle);
        puzzles[oldest] = puzzle;
        oldest = (oldest + 1) % puzzles.size();
    }
};

}  // namespace protocol

template <typename Count, typename Solve>
int serve(const char *name, const char *version, Count count, Solve solve) {
    const long empty = protocol::empty_sample();
    protocol::Stream stream;
    printf("hello sudoku-backend/1 name=%s version=%s geometries=classic9 tasks=first,unique\n", name, version);
    fflush(stdout);
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word, id, puzzle;
        words >> word >> id >> puzzle;
        if (word == "quit") break;
        if (word != "solve") continue;
        const bool first = line.find(" task=first") != std::string::npos;
        if (puzzle.size() != 81) {
            printf("result %s unsupported - -\n", id.c_str());
            fflush(stdout);
            continue;
        }
        const size_t limit = first ? 1 : 2;
        stream.warm(count, limit);
        const long start = protocol::nanoseconds();
        const size_t solutions = count(puzzle.c_str(), limit);
        const long time = std::max(protocol::nanoseconds() - start - empty, empty);
        stream.push(puzzle);
        char grid[82] = "-";
        const char *status = solutions == 0 ? "impossible" : first ? "solved" : solutions == 1 ? "unique" : "unknown";
        if (solutions == 1) solve(puzzle.c_str(), grid), grid[81] = 0;
        printf("result %s %s %ld %s\n", id.c_str(), status, time, grid);
        fflush(stdout);
    }
    return 0;
}

#endif
