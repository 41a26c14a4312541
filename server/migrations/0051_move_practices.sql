-- A practice that came from another installation (docs/decisions/0056-a-practice-moves.md): what that one said of chains,
-- seals and papers, signed with the key it signed papers with. The key of its seals stays there, so this is what
-- speaks for them here; it is never changed.
create table practice_origins (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  -- Address of the installation, and when it made the archive.
  origin text not null check (length(origin) between 1 and 2000),
  exported_at timestamptz(3) not null,
  arrived_at timestamptz(3) not null default now(),
  -- Files of the archive, byte for byte: what is signed, and the two that it names by their digests.
  manifest text not null,
  seals text not null,
  trail text not null,
  signature bytea not null,
  certificate text not null,
  primary key (practice_id, id)
);
alter table practice_origins enable row level security;
alter table practice_origins force row level security;
create policy practice_origins_of_practice on practice_origins
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
grant select on practice_origins to {app_role};

-- A certificate whose key stayed where the practice came from: what it signed still verifies.
alter table practice_signing_keys
  alter column private_key drop not null,
  add constraint practice_signing_keys_signs check (private_key is not null or retired_at is not null);

-- Rows that come in a thousand at a time may refer to one that comes later.
alter table records alter constraint records_case_fkey deferrable;
alter table receipts alter constraint receipts_voids_fkey deferrable;
