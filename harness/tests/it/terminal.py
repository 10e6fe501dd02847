"""Runs a command on a pseudo-terminal and prints what is on its screen at the end.

Usage: terminal.py COLUMNS STREAMS SIGNAL_AFTER COMMAND…

STREAMS are those on the terminal, of `out` and `err`; the others are pipes, and what the command writes to them is
counted. SIGNAL_AFTER is a text: once the terminal has shown it, the command gets Ctrl-C; `-` is none. Prints JSON: the
lines on the screen, everything that was written to it, what was written to the pipes, and the exit code.
"""

import fcntl, json, os, pty, re, signal, struct, subprocess, sys, termios

columns, streams, signal_after, command = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
on = lambda name: slave if name in streams else subprocess.PIPE
process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=on("out"), stderr=on("err"))
os.close(slave)
written = b""
while True:
    try:
        piece = os.read(master, 65536)
    except OSError:
        break
    if not piece:
        break
    written += piece
    if signal_after != "-" and signal_after.encode() in written:
        process.send_signal(signal.SIGINT)
        signal_after = "-"
piped = b"".join(pipe.read() for pipe in (process.stdout, process.stderr) if pipe)
code = process.wait()

# What a terminal shows: only the few sequences that occur.
screen, row, column = [[]], 0, 0
for piece in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|[\s\S]", written.decode(errors="replace")):
    if piece == "\n":
        row += 1
    elif piece == "\r":
        column = 0
    elif piece.startswith("\x1b["):
        n = int((re.findall(r"\d+", piece) or ["1"])[0])
        if piece[-1] == "K":
            screen[row] = [] if piece == "\x1b[2K" else screen[row][:column]
        elif piece[-1] == "A":
            row = max(0, row - n)
        elif piece[-1] == "B":
            row += n
        elif piece[-1] == "J":
            del screen[row + 1 :]
        continue
    elif piece >= " ":
        while len(screen) <= row:
            screen.append([])
        line = screen[row]
        line += " " * (column + 1 - len(line))
        line[column] = piece
        column += 1
    while len(screen) <= row:
        screen.append([])
lines = ["".join(line).rstrip() for line in screen]
print(json.dumps({
    "lines": lines,
    "written": written.decode(errors="replace"),
    "piped": piped.decode(errors="replace"),
    "code": code,
}))
