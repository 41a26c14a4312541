#!/bin/sh
# Runs one command of an assembled Ulna: start, backup, restore, verify, export, import, demo, secret-lost, postgres-upgrade.
# `npm run assemble` puts it into bin/ulna of the tree. The shell becomes that program, so there is one process to signal.
set -e
tree=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
command=${1:-}
case $command in
  start | backup | restore | verify | export | import | demo | secret-lost | postgres-upgrade) shift ;;
  *)
    echo "usage: ulna start | backup | restore | verify | export | import | demo | secret-lost | postgres-upgrade" >&2
    exit 2
    ;;
esac
PATH=$tree/node/bin:$PATH
# What Node compiled once, where systemd gives a folder for it.
if [ -n "${CACHE_DIRECTORY:-}" ]; then
  NODE_COMPILE_CACHE=$CACHE_DIRECTORY/node
  export NODE_COMPILE_CACHE
fi
export PATH
exec "$tree/node/bin/node" "$tree/scripts/$command.mjs" "$@"
