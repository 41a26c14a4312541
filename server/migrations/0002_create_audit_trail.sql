-- Chains of a practice, called strands (docs/decisions/0007-audit-strands.md); practice 0 is the installation (sign-in
-- failures, events before a practice is known). Heads are rewritten with every row: there is room for it in the page.
create table audit_heads (
  practice_id bigint not null,
  strand smallint not null,
  seq bigint not null default 0,
  mac bytea not null,
  primary key (practice_id, strand)
) with (fillfactor = 20);

create table audit_events (
  practice_id bigint not null,
  strand smallint not null,
  seq bigint not null,
  at timestamptz(3) not null,
  action text not null,
  user_id bigint,
  session_id bigint,
  patient_id bigint,
  subject_type text,
  subject_id bigint,
  -- Canonical JSON text, kept byte for byte because the chain is computed over it. Never clinical content.
  detail text not null,
  request_id text not null,
  ip text,
  mac bytea not null,
  primary key (practice_id, strand, seq)
);
create index audit_events_by_patient on audit_events (practice_id, patient_id, at) where patient_id is not null;

alter table audit_heads enable row level security;
alter table audit_heads force row level security;
create policy audit_heads_of_practice on audit_heads
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy audit_events_of_practice on audit_events
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert on audit_heads to {app_role};
grant update (seq, mac) on audit_heads to {app_role};
grant select, insert on audit_events to {app_role};
