-- When what another law had kept of an erased file was destroyed too: backups hold it that much longer.
alter table erasures add column rest_destroyed_at timestamptz(3);
grant update (rest_destroyed_at) on erasures to {app_role};

-- Keyed digests of files that had become part of the erased one: whoever comes again under their document or name is known.
alter table erasures add column alias_digests bytea[] not null default '{}';
