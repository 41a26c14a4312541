-- Under row-level security PostgreSQL uses an index only for functions that are known not to leak what they read.
-- LIKE is not marked so, though it tells nothing about a row it does not answer; without the mark the trigram index
-- of patients is never used. Only a superuser may set the mark: without one, searching stays right and is slower
-- (docs/decisions/0002-leakproof-like.md).
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter function pg_catalog.textlike(text, text) leakproof;
  end if;
end
$$;
