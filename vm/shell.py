"""The shell scripts that run on the other side: constants of the release, in POSIX sh.

Owns what happens there between the login shell and the program. Whatever varies (environment, names of
files, their bytes) is read from standard input as data; the command line holds one of these constants and a
constant argv. `env -i` lets PATH and HOME through and nothing else of the login.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence

from vm.errors import VmUsage

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

# Where installers put programs that a login without a terminal does not have on its PATH.
_PATH = 'PATH="$PATH:$HOME/.local/bin:$HOME/.claude/local:/usr/local/bin"\n'

_TILDE = 'case $1 in "~/"*) oracle_first=$HOME/${1#??}; shift; set -- "$oracle_first" "$@" ;; esac\n'
_FOUND = _TILDE + 'command -v "$1" >/dev/null 2>&1 || { printf "not found: %s\\n" "$1" >&2; exit 127; }\n'

PATIENCE = "ORACLE_PATIENCE"
"""The variable that says how many seconds without a byte from us a program lives through; for `WATCHED` alone."""

NO_FOLDER = 125
"""The status of `WATCHED` where there is no room for a folder to run a program in."""

# The program runs in an empty folder, its input comes through a FIFO. The watcher copies our input into
# the FIFO; at its end (we closed, died, or the line was cut) it ends the program's whole process group. So does
# the other watcher, when nothing has come through the FIFO for too long: a line that swallows everything has no end.
# Whatever is left of its group when it has ended goes with it, and the watchers leave nothing of their own behind.
# The shell itself lets go of the output, or its word on a killed program would kill it before it cleans up.
WATCHED = (
    """umask 077
"""
    + _PATH
    + """while IFS= read -r oracle_line && [ -n "$oracle_line" ]; do export "$oracle_line"; done
"""
    + _FOUND
    + """oracle_dir=$(mktemp -d "${TMPDIR:-/tmp}/rules-oracle.XXXXXX") || exit 125
mkfifo "$oracle_dir/in" && : >"$oracle_dir/seen" && mkdir "$oracle_dir/cwd" && cd "$oracle_dir/cwd" ||
  { rm -rf "$oracle_dir"; exit 125; }
exec 3<&0
oracle_own=
command -v setsid >/dev/null 2>&1 && oracle_own=setsid
( unset PWD OLDPWD SHLVL ORACLE_PATIENCE; exec $oracle_own "$@" <../in 3<&- ) &
oracle_pid=$!
oracle_end() {
  kill -TERM -$oracle_pid || kill -TERM $oracle_pid
  sleep 1 & oracle_part=$!
  wait $oracle_part
  kill -KILL -$oracle_pid || kill -KILL $oracle_pid
}
(
  exec >/dev/null 2>&1
  cat <&3 >../in &
  oracle_part=$!
  trap 'kill $oracle_part; exit' TERM
  wait $oracle_part
  oracle_end
) &
oracle_watch=$!
[ -z "$ORACLE_PATIENCE" ] || (
  exec >/dev/null 2>&1 3<&-
  trap 'kill $oracle_part; exit' TERM
  while touch ../seen; sleep "$ORACLE_PATIENCE" & oracle_part=$!
    wait $oracle_part
    [ -n "$(find ../in -newer ../seen)" ]
  do :; done
  oracle_end
) &
oracle_watch="$oracle_watch $!"
exec 3<&- >/dev/null 2>&1
wait $oracle_pid
oracle_status=$?
kill $oracle_watch 2>/dev/null
kill -KILL -$oracle_pid 2>/dev/null
cd /
rm -rf "$oracle_dir"
exit $oracle_status
"""
)

# A short command: its input is ours, its end is its own.
SHORT = _PATH + _FOUND + 'exec "$@"\n'

# What a start-up file of the account wrote may have no end of line: what we say begins one of its own.
# A link in place of one of our folders is not followed: it is taken away.
_STORE = """umask 077
echo
oracle_base=$HOME/.cache/rules-oracle
[ -h "$oracle_base/store" ] && rm -f "$oracle_base/store"
[ -h "$oracle_base/offers" ] && rm -f "$oracle_base/offers"
mkdir -p "$oracle_base/store" "$oracle_base/offers" && chmod 700 "$oracle_base" || exit 1
"""

_SUM = """oracle_sum() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum; else shasum -a 256; fi | cut -c1-64
}
oracle_whole() { [ -f "$1" ] && [ ! -h "$1" ] && [ "$(oracle_sum <"$1")" = "$2" ]; }
"""

# What came by a line is matched whole before anything is done with it: a slash or a dot too many is no name.
_IS = r"""oracle_is() { expr "x$1" : "x$2\$" >/dev/null; }
"""

# In: "DIGEST.SUFFIX", then the bytes when we answer "send". Out: "have PATH" | "damaged".
PUT = (
    _STORE
    + _SUM
    + _IS
    + """IFS= read -r oracle_name
oracle_is "$oracle_name" '[0-9a-f]\\{64\\}\\.[a-z]\\{1,5\\}' || { echo 'not a name' >&2; exit 2; }
oracle_digest=${oracle_name%%.*}
oracle_file=$oracle_base/store/$oracle_name
if oracle_whole "$oracle_file" "$oracle_digest"; then
  printf 'have %s\\n' "$oracle_file"; exit 0
fi
find "$oracle_base/store" -name '.up.*' -mmin +60 -exec rm -f {} + 2>/dev/null
oracle_part=$(mktemp "$oracle_base/store/.up.XXXXXX") || exit 1
trap 'rm -f "$oracle_part"' EXIT
printf 'send\\n'
cat >"$oracle_part" || exit 1
oracle_whole "$oracle_part" "$oracle_digest" || { printf 'damaged\\n'; exit 0; }
if [ -h "$oracle_file" ] || [ -d "$oracle_file" ]; then rm -rf "$oracle_file"; fi
chmod 400 "$oracle_part" && mv -f "$oracle_part" "$oracle_file" && printf 'have %s\\n' "$oracle_file"
"""
)

# In: folders to remove, one a line, an empty line, then the stored file and its new name. Out: its path. What was
# altered since it was stored is offered to nobody.
OFFER = (
    _STORE
    + _SUM
    + _IS
    + """while IFS= read -r oracle_old && [ -n "$oracle_old" ]; do
  oracle_old=${oracle_old##*/}
  oracle_is "$oracle_old" '[A-Za-z0-9]\\{1,12\\}' && rm -rf "$oracle_base/offers/$oracle_old"
done
find "$oracle_base/offers" -mindepth 1 -maxdepth 1 -type d -mmin +60 -exec rm -rf {} + 2>/dev/null
IFS= read -r oracle_stored || exit 0
IFS= read -r oracle_name
oracle_is "$oracle_name" '[A-Za-z0-9][A-Za-z0-9._-]\\{0,99\\}' || { echo 'not a name' >&2; exit 2; }
oracle_is "${oracle_stored##*/}" '[0-9a-f]\\{64\\}\\.[a-z]\\{1,5\\}' || { echo 'not stored here' >&2; exit 2; }
oracle_stored=$oracle_base/store/${oracle_stored##*/}
oracle_digest=${oracle_stored##*/}
oracle_digest=${oracle_digest%%.*}
oracle_dir=$(mktemp -d "$oracle_base/offers/XXXXXXXX") || exit 1
ln "$oracle_stored" "$oracle_dir/$oracle_name" 2>/dev/null || cp "$oracle_stored" "$oracle_dir/$oracle_name" || exit 1
oracle_whole "$oracle_dir/$oracle_name" "$oracle_digest" || { rm -rf "$oracle_dir"; echo 'altered there' >&2; exit 1; }
printf 'offered %s\\n' "$oracle_dir/$oracle_name"
"""
)

# Out: "DIGEST NAME" for each file of the store, the digest computed now.
LIST = (
    _STORE
    + _SUM
    + """cd "$oracle_base/store" || exit 1
for oracle_file in *.*; do
  [ -f "$oracle_file" ] && printf '%s %s\\n' "$(oracle_sum <"$oracle_file")" "$oracle_file"
done
exit 0
"""
)

# Out: "free KB", "clock SECONDS": what a check-up wants to know of the store's folder.
FACTS = (
    _STORE
    + """oracle_probe=$(mktemp "$oracle_base/.probe.XXXXXX") || exit 1
rm -f "$oracle_probe"
printf 'folder %s\\n' "$oracle_base"
printf 'free %s\\n' "$(df -Pk "$oracle_base" | awk 'NR==2 {print $4}')"
printf 'clock %s\\n' "$(date +%s)"
"""
)


def command(script: str, argv: Sequence[str] = ()) -> str:
    """The command line for a login shell: a clean environment, then `script` with `argv` as its arguments."""
    words = ("/bin/sh", "-c", script, "oracle", *argv)
    return 'exec env -i PATH="$PATH" HOME="$HOME" ' + " ".join(shlex.quote(word) for word in words)


def env_block(env: Mapping[str, str]) -> bytes:
    """`env` as the lines that `WATCHED` reads. Raises `VmUsage` for what a line cannot carry."""
    for name, value in env.items():
        if not _NAME.fullmatch(name) or any(mark in value for mark in "\n\0"):
            raise VmUsage("bad_env", name=name)
    return "".join(f"{name}={value}\n" for name, value in env.items()).encode() + b"\n"
