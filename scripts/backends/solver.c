/* An outside solver for the harness: bit masks, and the empty cell with the fewest symbols left.
 *
 * Speaks sudoku-backend/1 (harness/BACKENDS.md) on standard input and output, for classic9 alone:
 * it answers `unsupported` to any other geometry. C11 and POSIX, one file.
 *
 *     mkdir -p build && cc -std=c11 -O2 -o build/solver solver.c
 *     ./talk.py build/solver
 *
 * Each row, column and block keeps the set of its symbols; nothing is propagated. A cell with one
 * symbol left is the next state, but no bet. */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ORDER = 9, CELLS = 81, FULL = 0x1ff, MAX_GEOMETRIES = 4096 };

struct search {
    uint16_t rows[ORDER], columns[ORDER], blocks[ORDER]; /* the symbols that stand there */
    char grid[CELLS + 1];
    int empty[CELLS]; /* the cells to fill: those before `depth` are filled */
    int empties;
    char first[CELLS + 1], second[CELLS + 1];
    uint64_t solutions, nodes, bets;
    uint64_t goal, limit_nodes; /* UINT64_MAX: no limit */
    uint64_t deadline;          /* on the clock of now(); UINT64_MAX: none */
    const char *stop;           /* the limit that was met, or NULL */
};

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int block_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

static unsigned left_in(const struct search *s, int cell) {
    return FULL & ~(unsigned)(s->rows[cell / 9] | s->columns[cell % 9] | s->blocks[block_of(cell)]);
}

/* Places a symbol, or takes it back. */
static void flip(struct search *s, int cell, unsigned bit) {
    s->rows[cell / 9] ^= (uint16_t)bit;
    s->columns[cell % 9] ^= (uint16_t)bit;
    s->blocks[block_of(cell)] ^= (uint16_t)bit;
}

/* Brings the empty cell with the fewest symbols left to `depth`; tells how many it has. */
static int choose(struct search *s, int depth, unsigned *left) {
    int best = depth, fewest = ORDER + 1;
    for (int i = depth; i < s->empties && fewest > 1; i++) {
        unsigned these = left_in(s, s->empty[i]);
        int count = __builtin_popcount(these);
        if (count < fewest) {
            best = i;
            fewest = count;
            *left = these;
        }
    }
    int cell = s->empty[best];
    s->empty[best] = s->empty[depth];
    s->empty[depth] = cell;
    return fewest;
}

static void found(struct search *s) {
    s->solutions++;
    if (s->solutions <= 2) strcpy(s->solutions == 1 ? s->first : s->second, s->grid);
    if (s->solutions == s->goal) s->stop = "enough";
}

/* Enters a search state: `depth` cells are filled. */
static void enter(struct search *s, int depth) {
    if (s->nodes == s->limit_nodes) s->stop = "nodeout";
    if (s->nodes % 1024 == 0 && s->deadline != UINT64_MAX && now() >= s->deadline)
        s->stop = "timeout";
    if (s->stop) return;
    s->nodes++;
    if (depth == s->empties) {
        found(s);
        return;
    }
    unsigned left = 0;
    int count = choose(s, depth, &left), cell = s->empty[depth];
    for (; left && !s->stop; left &= left - 1) {
        unsigned bit = left & -left;
        if (count > 1) s->bets++;
        s->grid[cell] = (char)('1' + __builtin_ctz(bit));
        flip(s, cell, bit);
        enter(s, depth + 1);
        flip(s, cell, bit);
    }
}

/* Reads the cells; false if they are none. Givens that clash leave nothing to search. */
static bool load(struct search *s, const char *cells, bool *clash) {
    if (strlen(cells) != CELLS || strspn(cells, ".0123456789") != CELLS) return false;
    *clash = false;
    strcpy(s->grid, cells);
    for (int cell = 0; cell < CELLS; cell++) {
        if (cells[cell] == '.' || cells[cell] == '0') {
            s->empty[s->empties++] = cell;
            continue;
        }
        unsigned bit = 1u << (cells[cell] - '1');
        if (left_in(s, cell) & bit) flip(s, cell, bit);
        else *clash = true;
    }
    return true;
}

/* The status: what the search proved. */
static const char *word(const struct search *s, char task) {
    bool enough = s->stop && !strcmp(s->stop, "enough");
    if (s->stop && !enough) return s->stop;
    if (s->solutions == 0) return "impossible";
    if (task == 'c') return enough ? "limited" : "counted";
    if (task == 'f') return "solved";
    return s->solutions > 1 ? "multiple" : enough ? "unknown" : "unique";
}

static uint64_t number(const char *value) {
    return strcmp(value, "-") ? strtoull(value, NULL, 10) : UINT64_MAX;
}

/* Answers a solve line; strtok has already taken its first word. */
static void solve(const bool *known) {
    const char *id = strtok(NULL, " \r\n"), *cells = strtok(NULL, " \r\n"), *pair;
    if (!id || !cells) return;
    struct search s = {.goal = UINT64_MAX, .limit_nodes = UINT64_MAX, .deadline = UINT64_MAX};
    uint64_t geometry = 0, limit_ms = UINT64_MAX;
    char task = '-';
    while ((pair = strtok(NULL, " \r\n"))) {
        const char *value = strchr(pair, '=');
        if (!value) continue;
        value++;
        if (!strncmp(pair, "geometry=", 9)) geometry = number(value);
        else if (!strncmp(pair, "limit_ms=", 9)) limit_ms = number(value);
        else if (!strncmp(pair, "limit_nodes=", 12)) s.limit_nodes = number(value);
        else if (!strncmp(pair, "limit_solutions=", 16)) s.goal = number(value);
        else if (!strcmp(pair, "task=first") || !strcmp(pair, "task=unique") ||
                 !strcmp(pair, "task=count"))
            task = *value;
    }
    if (geometry >= MAX_GEOMETRIES || !known[geometry] || task == '-') {
        printf("result %s unsupported - -\n", id);
        return;
    }
    if (task == 'f') s.goal = 1;
    if (task == 'u' && s.goal > 2) s.goal = 2;
    uint64_t start = now();
    if (limit_ms < UINT64_MAX / 2000000) s.deadline = start + limit_ms * 1000000;
    bool clash;
    if (!load(&s, cells, &clash)) {
        printf("result %s unknown - - error=not-81-cells\n", id);
        return;
    }
    if (clash) s.nodes = 1; /* the state in which the clash is seen */
    else enter(&s, 0);
    uint64_t nanoseconds = now() - start;
    printf("result %s %s %llu %s second=%s solutions=%llu nodes=%llu bets=%llu\n", id,
           word(&s, task), (unsigned long long)nanoseconds, *s.first ? s.first : "-",
           *s.second ? s.second : "-", (unsigned long long)s.solutions,
           (unsigned long long)s.nodes, (unsigned long long)s.bets);
}

int main(void) {
    static char line[1 << 14];
    static bool known[MAX_GEOMETRIES]; /* the numbers that stand for classic9 */
    setvbuf(stdout, NULL, _IOLBF, 0);
    puts("hello sudoku-backend/1 name=c-masks version=1 geometries=classic9 "
         "tasks=first,unique,count");
    while (fgets(line, sizeof line, stdin)) {
        const char *verb = strtok(line, " \r\n");
        if (!verb) continue;
        if (!strcmp(verb, "quit")) break;
        if (!strcmp(verb, "solve")) solve(known);
        if (!strcmp(verb, "geometry")) {
            const char *of = strtok(NULL, " \r\n"), *name = strtok(NULL, " \r\n");
            if (of && name && number(of) < MAX_GEOMETRIES)
                known[number(of)] = !strcmp(name, "classic9");
        }
    }
    return 0;
}
