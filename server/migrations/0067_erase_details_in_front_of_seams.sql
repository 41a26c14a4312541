-- Details of rows of the trail that only a digest speaks for go with whoever they were about (docs/decisions/0057-erasure.md):
-- what each digest was behind such a row stays, with a mac over it, the digest in front and what is left of the row.
create table audit_erased_links (
  practice_id bigint not null,
  strand smallint not null,
  seq bigint not null,
  -- Of a seam behind a key that was lost or is another installation's, or of the installation that the practice came from.
  digest_of text not null check (digest_of in ('seam', 'origin')),
  behind bytea not null check (length(behind) = 32),
  mac bytea not null check (length(mac) = 32),
  primary key (practice_id, strand, seq, digest_of)
);
alter table audit_erased_links enable row level security;
alter table audit_erased_links force row level security;
create policy audit_erased_links_of_practice on audit_erased_links
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);
grant select on audit_erased_links to {app_role};

-- Empties the detail of rows of the trail, which is all of them that may name anybody, and says so.
create or replace function erase_details(erasure bigint, rows json, alias bigint default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  practice bigint := current_setting('app.practice_id')::bigint;
  whom bigint := public.may_erase(erasure, alias);
  emptied integer;
begin
  if whom is null then
    return 0;
  end if;
  insert into public.audit_erased_links (practice_id, strand, seq, digest_of, behind, mac)
  select practice, e.strand, e.seq, l."digestOf", decode(l.behind, 'hex'), decode(l.mac, 'hex')
  from json_to_recordset(rows) as r (strand smallint, seq bigint, links json)
  join public.audit_events e on e.practice_id = practice and e.strand = r.strand and e.seq = r.seq
  cross join lateral json_to_recordset(r.links) as l ("digestOf" text, behind text, mac text)
  where e.patient_id = whom and e.erased_mac is null;
  update public.audit_events e set detail = '{}', erased_mac = decode(r.mac, 'hex')
  from json_to_recordset(rows) as r (strand smallint, seq bigint, mac text)
  where e.practice_id = practice and e.strand = r.strand and e.seq = r.seq and e.patient_id = whom
    and e.erased_mac is null;
  get diagnostics emptied = row_count;
  return emptied;
end $$;
