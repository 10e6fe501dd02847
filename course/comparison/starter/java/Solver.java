/* Four methods behind one protocol: what you start from. The methods are yours, from TODO 1 to TODO 4.
 *
 *     javac Solver.java
 *     java Solver backtracking|mrv|cover|sat
 */
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
    static final String SYMBOLS = "123456789ABCDEFG";

    /** Ends a search. Its message is the status of the answer. */
    static final class Limit extends RuntimeException {
        Limit(String status) {
            super(status);
        }
    }

    /** Counts, keeps solutions, and stops a search at its limit. */
    static final class Meter {
        final int goal;
        final long deadline;
        long nodes, bets;
        final List<int[]> found = new ArrayList<>();

        Meter(int goal, long deadline) {
            this.goal = goal;
            this.deadline = deadline;
        }

        /** A search state is entered. Call it for each, else your program does not stop at the time limit. */
        void node() {
            if (System.nanoTime() - deadline >= 0) throw new Limit("timeout");
            nodes++;
        }

        /** Keeps a copy of a solution. Returns whether there are enough, so that the search can end. */
        boolean solution(int[] grid) {
            found.add(grid.clone());
            return found.size() >= goal;
        }

        String shown(int index) {
            if (index >= found.size()) return "-";
            return Arrays.stream(found.get(index)).mapToObj(symbol -> SYMBOLS.substring(symbol, symbol + 1))
                    .collect(Collectors.joining());
        }
    }

    /** What does not depend on the puzzle. Cells and symbols are numbers from 0. */
    static final class Board {
        final int order, cells;
        /** The row, the column and the block of each cell: regions 0 to 3 * order - 1. */
        final int[][] regionsOf;
        /** The cells that share a region with each cell. */
        final int[][] peers;

        Board(int order) {
            this.order = order;
            cells = order * order;
            int n = (int) Math.round(Math.sqrt(order));
            regionsOf = IntStream.range(0, cells).mapToObj(i -> new int[] {
                i / order, order + i % order, 2 * order + i / order / n * n + i % order / n,
            }).toArray(int[][]::new);
            peers = IntStream.range(0, cells).mapToObj(i -> IntStream.range(0, cells).filter(j -> i != j
                    && IntStream.range(0, 3).anyMatch(k -> regionsOf[i][k] == regionsOf[j][k])).toArray())
                    .toArray(int[][]::new);
        }

        boolean clash(int[] grid) {
            return IntStream.range(0, cells).anyMatch(
                    i -> grid[i] >= 0 && Arrays.stream(peers[i]).anyMatch(j -> grid[i] == grid[j]));
        }
    }

    /** A method fills a grid: a symbol for each cell, -1 for an empty one. It calls `meter.node()` for each search
     * state, adds to `meter.bets` for each value that it tries where there are at least two, and calls
     * `meter.solution(grid)` for each solution. */
    interface Method {
        void search(Board board, int[] grid, Meter meter);
    }

    /** TODO 1: the first empty cell in reading order, the symbols in order. */
    static void backtracking(Board board, int[] grid, Meter meter) {
        throw new Limit("unsupported");
    }

    /** TODO 2: the empty cell with the fewest candidates. */
    static void mrv(Board board, int[] grid, Meter meter) {
        throw new Limit("unsupported");
    }

    /** TODO 3: exact cover, the item with the fewest options. */
    static void cover(Board board, int[] grid, Meter meter) {
        throw new Limit("unsupported");
    }

    /** TODO 4: a formula, unit propagation, and a literal that is true or false. */
    static void sat(Board board, int[] grid, Meter meter) {
        throw new Limit("unsupported");
    }

    static final Map<String, Method> METHODS = Map.of(
            "backtracking", Solver::backtracking, "mrv", Solver::mrv, "cover", Solver::cover, "sat", Solver::sat);

    /** The result for a puzzle, from the status on. */
    static String solve(Method method, Board board, String cells, Map<String, String> keys) {
        boolean isFirst = keys.get("task").equals("first");
        String limit = keys.getOrDefault("limit_ms", "-");
        // A tenth of the limit is kept back for the way of the answer.
        long deadline = System.nanoTime() + (limit.equals("-") ? Long.MAX_VALUE / 2 : Long.parseLong(limit) * 900_000);
        int[] grid = cells.chars().map(symbol -> symbol == '.' ? -1 : SYMBOLS.indexOf(symbol)).toArray();
        Meter meter = new Meter(isFirst ? 1 : 2, deadline);
        String status;
        try {
            if (!board.clash(grid)) method.search(board, grid, meter);
            status = isFirst && !meter.found.isEmpty() ? "solved"
                    : List.of("impossible", "unique", "multiple").get(meter.found.size());
        } catch (Limit reached) {
            status = reached.getMessage();
        }
        return status + " - " + meter.shown(0) + " second=" + meter.shown(1)
                + " nodes=" + Math.max(meter.nodes, 1) + " bets=" + meter.bets;
    }

    /** One line in, one line out; println flushes. */
    public static void main(String[] arguments) throws IOException {
        String name = arguments.length > 0 ? arguments[0] : "backtracking";
        System.out.println("hello sudoku-backend/1 name=" + name
                + " version=1 geometries=classic4,classic9,classic16 tasks=first,unique");
        Map<String, Board> boards = new HashMap<>();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split(" +");
            Map<String, String> keys = new HashMap<>();
            for (String word : words) {
                int equals = word.indexOf('=');
                if (equals > 0) keys.put(word.substring(0, equals), word.substring(equals + 1));
            }
            if (words[0].equals("quit")) return;
            if (words[0].equals("geometry") && words.length >= 3
                    && List.of("classic4", "classic9", "classic16").contains(words[2])) {
                boards.put(words[1], new Board(Integer.parseInt(words[2].substring("classic".length()))));
            }
            if (words[0].equals("solve") && words.length >= 3) {
                Board board = boards.get(keys.get("geometry"));
                boolean isKnown = board != null && List.of("first", "unique").contains(keys.get("task"));
                String result = isKnown ? solve(METHODS.get(name), board, words[2], keys) : "unsupported - -";
                System.out.println("result " + words[1] + " " + result);
            }
        }
    }
}
