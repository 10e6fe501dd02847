#!/usr/bin/env bash
# xcover, from PyPI.
. "$(dirname "$0")/backend.sh"
python=$(python_with xcover)
# The first import compiles for longer than a hello may take, and keeps what it compiled.
(cd "$study" && "$python" -W ignore -c 'import xcover') >&2 || skip "it cannot be imported"
define "$python $(relative "$here/xcover_protocol.py")" "xcover (Python with numba): Knuth's Algorithm C with dancing cells"
