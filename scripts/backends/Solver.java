/* An outside solver for the harness: Dancing Links, the item with the fewest options first (Knuth).
 *
 * Speaks sudoku-backend/1 (harness/BACKENDS.md) on standard input and output, for classic sudoku of
 * every order that has blocks, 4 to 36. Java 17, one file.
 *
 *     javac -d build Solver.java
 *     ./talk.py 'java -cp build Solver'
 *
 * An item is a cell, or a symbol in a region; an option puts a symbol into a cell and covers four
 * items. The matrix of a geometry is made once, when the geometry is announced. The item with the
 * fewest options is covered next; where it has a single one, that is the next state, but no bet. */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public final class Solver {
    static final String SYMBOLS =
            "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    static final long NONE = Long.MAX_VALUE;

    /** The limits of a solve; NONE where there is none. */
    record Limits(long solutions, long nodes, long milliseconds) {}

    final int order;
    /* Nodes 0..items head the lists of the items, node `items` heads the list of open items; then
     * come four nodes for each option. */
    final int items;
    final int[] up, down, item, left, right, size;

    private final int[] chosen; // the options of the givens and of the search, `depth` of them
    private int depth;
    private Limits limits;
    private long deadline;
    long solutions, nodes, bets;
    String first = "-", second = "-", stop;

    Solver(int order) {
        this.order = order;
        int height = blockHeight(order), width = order / height, cells = order * order;
        items = 4 * cells;
        int total = items + 1 + 4 * cells * order;
        up = IntStream.range(0, total).toArray();
        down = up.clone();
        item = up.clone();
        left = IntStream.rangeClosed(-1, items - 1).toArray();
        right = IntStream.rangeClosed(1, items + 1).toArray();
        left[0] = items;
        right[items] = 0;
        size = new int[items];
        chosen = new int[cells];
        for (int option = 0; option < cells * order; option++) {
            int cell = option / order, symbol = option % order, r = cell / order, c = cell % order;
            int block = r / height * height + c / width;
            append(4 * option, cell);
            append(4 * option + 1, cells + r * order + symbol);
            append(4 * option + 2, 2 * cells + c * order + symbol);
            append(4 * option + 3, 3 * cells + block * order + symbol);
        }
    }

    /** The largest divisor up to the square root: the most square block that lies down. */
    static int blockHeight(int order) {
        return IntStream.rangeClosed(1, order).filter(h -> h * h <= order && order % h == 0)
                .max().getAsInt();
    }

    private void append(int number, int into) {
        int node = items + 1 + number;
        item[node] = into;
        up[node] = up[into];
        down[node] = into;
        down[up[into]] = node;
        up[into] = node;
        size[into]++;
    }

    /** Solves a puzzle, and leaves the links as they were. */
    void run(String puzzle, Limits limits) {
        this.limits = limits;
        deadline = limits.milliseconds == NONE ? NONE
                : System.nanoTime() + limits.milliseconds * 1_000_000;
        solutions = nodes = bets = 0;
        first = second = "-";
        stop = null;
        depth = 0;
        boolean[] taken = new boolean[items];
        boolean clash = false;
        for (int cell = 0; cell < puzzle.length() && !clash; cell++) {
            if (puzzle.charAt(cell) == '.' || puzzle.charAt(cell) == '0') continue;
            int option = cell * order + SYMBOLS.indexOf(puzzle.charAt(cell));
            int node = items + 1 + 4 * option;
            for (int i = 0; i < 4; i++) clash |= taken[item[node + i]];
            if (clash) break;
            for (int i = 0; i < 4; i++) {
                taken[item[node + i]] = true;
                cover(item[node + i]);
            }
            chosen[depth++] = option;
        }
        int givens = depth;
        if (clash) nodes = 1; // the state in which the clash is seen
        else enter();
        for (depth = givens; depth > 0; depth--) {
            int node = items + 1 + 4 * chosen[depth - 1];
            for (int i = 3; i >= 0; i--) uncover(item[node + i]);
        }
    }

    /** A search state: `depth` options are chosen. */
    private void enter() {
        if (nodes == limits.nodes) stop = "nodeout";
        if (nodes % 256 == 0 && deadline != NONE && System.nanoTime() >= deadline) stop = "timeout";
        if (stop != null) return;
        nodes++;
        if (right[items] == items) {
            found();
            return;
        }
        int best = smallest(), among = size[best];
        cover(best);
        for (int node = down[best]; node != best && stop == null; node = down[node]) {
            if (among > 1) bets++;
            int start = start(node);
            chosen[depth++] = (start - items - 1) / 4;
            for (int i = 0; i < 4; i++) if (start + i != node) cover(item[start + i]);
            enter();
            for (int i = 3; i >= 0; i--) if (start + i != node) uncover(item[start + i]);
            depth--;
        }
        uncover(best);
    }

    private void found() {
        solutions++;
        if (solutions == 1) first = grid();
        if (solutions == 2) second = grid();
        if (solutions == limits.solutions) stop = "enough";
    }

    private String grid() {
        char[] grid = new char[order * order];
        for (int option : Arrays.copyOf(chosen, depth)) {
            grid[option / order] = SYMBOLS.charAt(option % order);
        }
        return new String(grid);
    }

    private int smallest() {
        int best = right[items];
        for (int i = best; i != items && size[best] > 0; i = right[i]) {
            if (size[i] < size[best]) best = i;
        }
        return best;
    }

    /** The first of the four nodes of the option that `node` belongs to. */
    private int start(int node) {
        return node - (node - items - 1) % 4;
    }

    private void cover(int header) {
        right[left[header]] = right[header];
        left[right[header]] = left[header];
        for (int node = down[header]; node != header; node = down[node]) {
            int start = start(node);
            for (int other = start; other < start + 4; other++) {
                if (other == node) continue;
                down[up[other]] = down[other];
                up[down[other]] = up[other];
                size[item[other]]--;
            }
        }
    }

    private void uncover(int header) {
        for (int node = up[header]; node != header; node = up[node]) {
            int start = start(node);
            for (int other = start + 3; other >= start; other--) {
                if (other == node) continue;
                down[up[other]] = other;
                up[down[other]] = other;
                size[item[other]]++;
            }
        }
        right[left[header]] = header;
        left[right[header]] = header;
    }

    /** The status: what the search proved. */
    String word(String task) {
        boolean enough = "enough".equals(stop);
        if (stop != null && !enough) return stop;
        if (solutions == 0) return "impossible";
        return switch (task) {
            case "count" -> enough ? "limited" : "counted";
            case "first" -> "solved";
            default -> solutions > 1 ? "multiple" : enough ? "unknown" : "unique";
        };
    }

    /** The result line for the words of a solve line. */
    static String answer(Map<String, Solver> solvers, String[] words) {
        Map<String, String> keys = new HashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals > 0) keys.put(word.substring(0, equals), word.substring(equals + 1));
        }
        String result = "result " + words[1] + " ", task = keys.getOrDefault("task", "-");
        Solver solver = solvers.get(keys.get("geometry"));
        if (solver == null || !List.of("first", "unique", "count").contains(task)) {
            return result + "unsupported - -";
        }
        String puzzle = words[2], symbols = ".0" + SYMBOLS.substring(0, solver.order);
        if (puzzle.length() != solver.order * solver.order
                || !puzzle.chars().allMatch(c -> symbols.indexOf(c) >= 0)) {
            return result + "unknown - - error=not-a-puzzle-of-this-geometry";
        }
        long most = task.equals("first") ? 1 : task.equals("unique") ? 2 : NONE;
        Limits limits = new Limits(Math.min(most, limit(keys, "limit_solutions")),
                limit(keys, "limit_nodes"), limit(keys, "limit_ms"));
        long start = System.nanoTime();
        solver.run(puzzle, limits);
        long nanoseconds = System.nanoTime() - start;
        return result + solver.word(task) + " " + nanoseconds + " " + solver.first
                + " second=" + solver.second + " solutions=" + solver.solutions
                + " nodes=" + solver.nodes + " bets=" + solver.bets;
    }

    static long limit(Map<String, String> keys, String key) {
        String value = keys.getOrDefault(key, "-");
        return value.equals("-") ? NONE : Long.parseLong(value);
    }

    /** One line in, one line out; println flushes. */
    public static void main(String[] arguments) throws IOException {
        Map<String, Integer> orders = new HashMap<>();
        List<Integer> known = new ArrayList<>();
        for (int order = 4; order <= 36; order++) {
            if (blockHeight(order) == 1) continue;
            orders.put("classic" + order, order);
            known.add(order);
        }
        System.out.println("hello sudoku-backend/1 name=java-dlx version=1 geometries="
                + known.stream().map(n -> "classic" + n).collect(Collectors.joining(","))
                + " tasks=first,unique,count");
        Map<String, Solver> solvers = new HashMap<>();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split(" +");
            if (words[0].equals("quit")) return;
            if (words[0].equals("geometry") && words.length >= 3) {
                Integer order = orders.get(words[2]);
                solvers.put(words[1], order == null ? null : new Solver(order));
            }
            if (words[0].equals("solve") && words.length >= 3) {
                System.out.println(answer(solvers, words));
            }
        }
    }
}
