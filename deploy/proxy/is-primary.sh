#!/bin/sh
# Asked by HAProxy (database.cfg) of each PostgreSQL: whether it is the primary. A standby is not, and neither is a former
# primary that came back: whoever was promoted counts a timeline more, and the highest that was seen of a cluster is kept
# beside this file. "database.env" beside it says who asks: PGUSER, PGPASSWORD, PGDATABASE.
set -eu
here=$(dirname "$0")
host=$3 port=$4
if [ -f "$here/database.env" ]; then
  set -a
  . "$here/database.env"
  set +a
fi
export PGCONNECT_TIMEOUT=2 PGOPTIONS='-c statement_timeout=2000'
said=$(psql -h "$host" -p "$port" -XAtqF ' ' -c "select system_identifier, case when not pg_is_in_recovery()
  then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end from pg_control_system()")
cluster=${said% *} timeline=${said#* }
[ -n "$timeline" ] || exit 1
kept=$(cat "$here/timeline" 2>/dev/null || true)
seen=${kept#"$cluster "}
# Nothing was kept, or of another cluster: one that was restored or upgraded begins anew.
case $seen in '' | *[!0-9]*) seen=0 ;; esac
[ "$timeline" -ge "$seen" ] || exit 1
if [ "$timeline" -gt "$seen" ]; then
  echo "$cluster $timeline" >"$here/timeline.new"
  mv "$here/timeline.new" "$here/timeline"
fi
