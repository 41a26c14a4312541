#!/bin/sh
# Runs one of our programs with a Node that Ulna runs on: the machine's own, or the one that npm brings (scripts/node).
# `sh scripts/run.sh scripts/start.mjs`. The shell becomes that program, so there is one process to signal.
set -e
node=$(node "$(dirname "$0")/node/find-node.mjs")
# npm, and whatever else asks for `node` from here on, gets the same.
PATH=$(dirname "$node"):$PATH
# What Node compiled once it reads the next time: programs start in four fifths of the time, of which one ours are many.
: "${NODE_COMPILE_CACHE:=$(cd "$(dirname "$0")/.." && pwd)/node_modules/.cache/node}"
export PATH NODE_COMPILE_CACHE
exec "$node" "$@"
