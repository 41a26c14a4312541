-- Signatures of records and their seals (docs/decisions/0023-signatures.md). Rows are added and never change; a signature
-- that is taken back is a row of its own. Both are links of one chain a practice, whose last link stands in seal_heads.
create domain signer_kind as text check (value in ('patient', 'guardian', 'practitioner'));
-- Twelve symbols of Crockford's base 32 and one that checks them.
create domain seal_id as text check (value ~ '^[0-9A-HJKMNP-TV-Z]{12}[0-9A-HJKMNP-TV-Z*~$=U]$');
create domain mac as bytea check (length(value) = 32);

create table seal_heads (
  practice_id bigint not null references practices,
  sequence integer not null,
  seal mac not null,
  primary key (practice_id)
);

create table signatures (
  practice_id bigint not null,
  id bigint not null default nextval('global_id'),
  -- Place in the chain of the practice, from 1.
  sequence integer not null check (sequence > 0),
  seal_id seal_id not null,
  record_id bigint not null,
  patient_id bigint not null,
  record_version integer not null,
  signer signer_kind not null,
  signer_name text not null check (length(signer_name) between 1 and 201),
  relation text check (length(relation) between 1 and 100),
  -- Whose session it was signed in, called what they were called then.
  doctor_id bigint not null,
  practitioner_name text not null,
  -- A PNG, or the name as it was typed.
  image bytea check (length(image) <= 100000),
  typed_name text check (length(typed_name) between 1 and 100),
  signed_at timestamptz(3) not null,
  language text not null check (language in ('es', 'en', 'it')),
  -- What was signed: canonical JSON, byte for byte what its digest is of.
  content text not null,
  -- Of the sealed fields; how a format is sealed never changes.
  format smallint not null,
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  previous mac not null,
  seal mac not null,
  primary key (practice_id, id),
  unique (practice_id, sequence),
  unique (practice_id, seal_id),
  foreign key (practice_id, patient_id, record_id) references records (practice_id, patient_id, id),
  foreign key (practice_id, doctor_id) references doctors (practice_id, id),
  constraint signatures_hand check ((image is null) <> (typed_name is null)),
  constraint signatures_relation check (relation is null or signer = 'guardian')
);
create index signatures_of_record on signatures (practice_id, record_id, sequence);
-- A seal that is typed off paper names no practice.
create index signatures_by_seal on signatures (seal_id);

create table signature_withdrawals (
  practice_id bigint not null,
  signature_id bigint not null,
  sequence integer not null check (sequence > 0),
  doctor_id bigint not null,
  practitioner_name text not null,
  reason text not null check (length(reason) between 10 and 200),
  withdrawn_at timestamptz(3) not null,
  format smallint not null,
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  previous mac not null,
  seal mac not null,
  primary key (practice_id, signature_id),
  unique (practice_id, sequence),
  foreign key (practice_id, signature_id) references signatures (practice_id, id),
  foreign key (practice_id, doctor_id) references doctors (practice_id, id)
);

alter table seal_heads enable row level security;
alter table seal_heads force row level security;
create policy seal_heads_of_practice on seal_heads
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table signatures enable row level security;
alter table signatures force row level security;
create policy signatures_of_practice on signatures
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
alter table signature_withdrawals enable row level security;
alter table signature_withdrawals force row level security;
create policy signature_withdrawals_of_practice on signature_withdrawals
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert on signatures, signature_withdrawals to {app_role};
grant select, insert, update (sequence, seal) on seal_heads to {app_role};

-- A signed row is closed to the application. This function, its owner's, opens one again whose signatures were all taken
-- back, in the practice of the transaction, and changes nothing else of it.
create function open_withdrawn_record(record bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
begin
  update public.records r set signed = false
  where r.practice_id = practice and r.id = record and r.signed and not exists (
    select from public.signatures s
    where s.practice_id = practice and s.record_id = record and not exists (
      select from public.signature_withdrawals w where w.practice_id = practice and w.signature_id = s.id));
  return found;
end $$;
revoke all on function open_withdrawn_record from public;
grant execute on function open_withdrawn_record to {app_role};

-- Whoever holds a paper asks for a seal without being of any practice: this function says which practice it is of, and
-- nothing else.
do $$ begin
  execute format('create policy signatures_by_seal on signatures for select to %I using (true)', current_user);
end $$;
create function practice_of_seal(sought text) returns bigint
language sql stable security definer set search_path = ''
begin atomic
  select practice_id from public.signatures where seal_id = sought order by practice_id limit 1;
end;
revoke all on function practice_of_seal from public;
grant execute on function practice_of_seal to {app_role};

-- A session whose device a patient holds to sign one record: it can do nothing else until the practitioner proves who
-- they are. Cleared when the device comes back.
alter table sessions
  add column handed_over_patient bigint,
  add column handed_over_record bigint,
  add column handed_over_at timestamptz(3),
  add constraint sessions_hand_over
    check (num_nulls(handed_over_patient, handed_over_record, handed_over_at) in (0, 3));
