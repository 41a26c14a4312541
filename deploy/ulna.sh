#!/bin/sh
# Runs one command of an assembled Ulna; called without one, it tells which there are.
# `npm run assemble` puts it into bin/ulna of the tree. The shell becomes that program, so there is one process to signal.
set -e
tree=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
commands='backup demo distribute export import postgres-upgrade restore secret-lost start verify'
command=
for known in $commands; do
  if [ "$known" = "${1:-}" ]; then command=$known; fi
done
if [ -z "$command" ]; then
  echo "usage: ulna <command>, one of: $commands" >&2
  exit 2
fi
shift
PATH=$tree/node/bin:$PATH
# What Node compiled once, where systemd gives a folder for it.
if [ -n "${CACHE_DIRECTORY:-}" ]; then
  NODE_COMPILE_CACHE=$CACHE_DIRECTORY/node
  export NODE_COMPILE_CACHE
fi
export PATH
exec "$tree/node/bin/node" "$tree/scripts/$command.mjs" "$@"
