#!/bin/sh
# Asked by HAProxy (database.cfg) of each PostgreSQL: whether it is the primary. A standby is not, and neither is a former
# primary that came back: whoever was promoted counts a timeline more, and the highest that was seen is kept beside this
# file. "database.env" beside it says who asks: PGUSER, PGPASSWORD, PGDATABASE.
set -eu
here=$(dirname "$0")
host=$3 port=$4
if [ -f "$here/database.env" ]; then
  set -a
  . "$here/database.env"
  set +a
fi
export PGCONNECT_TIMEOUT=2 PGOPTIONS='-c statement_timeout=2000'
timeline=$(psql -h "$host" -p "$port" -XAtqc "select case when not pg_is_in_recovery()
  then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end")
[ -n "$timeline" ] || exit 1
seen=$(cat "$here/timeline" 2>/dev/null || echo 0)
[ "$timeline" -ge "$seen" ] || exit 1
if [ "$timeline" -gt "$seen" ]; then
  echo "$timeline" >"$here/timeline.new"
  mv "$here/timeline.new" "$here/timeline"
fi
