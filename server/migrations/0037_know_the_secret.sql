-- Which secret (APP_SECRET) the installation has and had, told by a fingerprint that is keyed with it. A process with
-- another one does not start (docs/decisions/0037-one-secret.md).
create table secret_epochs (
  epoch smallint primary key check (epoch > 0),
  fingerprint text not null,
  -- Whether the former one was known when this one came.
  began text not null check (began in ('first', 'replaced', 'lost')),
  began_at timestamptz(3) not null default now()
);

-- Where the chains of the trail go on with the key of another secret. A seam is a link: what follows is chained to its mac.
create table audit_seams (
  practice_id bigint not null,
  strand smallint not null,
  epoch smallint not null,
  -- The last row before it, and the link that it had.
  seq bigint not null,
  head_mac bytea not null,
  -- Names the key that the rows before it are chained with.
  key_id text not null,
  at timestamptz(3) not null,
  -- Where that key was lost: a digest over all rows before, made with the key of those behind.
  content bytea,
  mac bytea not null,
  primary key (practice_id, strand, epoch)
);

-- Where the keys of seals were lost: a digest over all signatures and withdrawals of the practice until then.
create table seal_anchors (
  practice_id bigint not null,
  epoch smallint not null,
  sequence int not null,
  at timestamptz(3) not null,
  key_id text not null,
  content bytea not null,
  primary key (practice_id, epoch)
);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['audit_seams', 'seal_anchors'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy %I on %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', tenant || '_of_practice', tenant);
  end loop;
end
$$;

grant select on secret_epochs, audit_seams, seal_anchors to {app_role};
