-- Beside older processes: none of them knows the function.
-- Who runs the installation is told whether a standby of the database would lose something (docs/operations.md, "A standby").
create function standbys() returns table (known boolean, following integer, synchronous integer, behind double precision)
language sql stable security definer set search_path = '' as $$
  -- A role that may not look sees rows without a state.
  select count(*) filter (where r.state is null) = 0,
    (count(*) filter (where r.state = 'streaming'))::int,
    (count(*) filter (where r.sync_state in ('sync', 'quorum')))::int,
    coalesce(max(extract(epoch from r.flush_lag)) filter (where r.state = 'streaming'), 0)::double precision
  from pg_catalog.pg_stat_replication r
$$;
revoke all on function standbys() from public;
grant execute on function standbys() to {app_role};
