-- More practices beside the one of the bench, the {from}th to the {to}th: 500 patients with nine records each, their versions, 1,000
-- visits, a row of files for every tenth record, a signature for every twentieth, and 10,000 rows of the trail. They are its first
-- patients once more under ids of their own; the foreign keys are right by construction. Bytes of files, seals and links of the
-- trail are none that hold: nothing here is verified.
set session_replication_role = replica;

-- The columns of a table that are given, each from the row `s` it is made of unless something else is said of it.
create or replace function bench.copy_rows(target regclass, rows text, others jsonb) returns void language plpgsql as $$
declare
  columns text;
  expressions text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum),
    string_agg(coalesce(others ->> attname, 's.' || quote_ident(attname)), ', ' order by attnum)
  into columns, expressions from pg_attribute
  where attrelid = target and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'uid';
  execute format('insert into %s (%s) select %s from %s', target, columns, expressions, rows);
end $$;

-- Ids of a practice begin at its base: patients, then records twice but for the history, visits, practitioners, files, signatures.
drop table if exists bench.copy;
create table bench.copy as
  select n, {base} + n * 200000::bigint as base, {base} + n * 200000::bigint + 199999 as practice_id
  from generate_series({from}, {to}) n;
create temp table half on commit drop as select generate_series(0, 1) as part;

select bench.copy_rows('practices', format('practices s, bench.copy k where s.id = %s', {practice_id}),
  '{"id": "k.practice_id", "name": "concat(''Fisioterapia '', k.n)"}');
insert into users (id, username, email, first_name, last_name, language, activated_at)
  select k.base + 190000 + m, name, name, 'Fisioterapeuta', m::text, 'es', now()
  from bench.copy k, generate_series(0, 4) m, lateral (select format('colleague-%s-%s@bench.test', k.n, m) as name) named;
select bench.copy_rows('doctors', format('bench.doctor d join doctors s on s.practice_id = %s and s.id = d.id, bench.copy k', {practice_id}),
  '{"practice_id": "k.practice_id", "id": "k.base + 190000 + d.number", "user_id": "k.base + 190000 + d.number"}');
insert into memberships (practice_id, user_id, doctor_id, role, clinical)
  select k.practice_id, k.base + 190000 + m, k.base + 190000 + m, case when m = 0 then 'owner' else 'practitioner' end, true
  from bench.copy k, generate_series(0, 4) m;
insert into file_counters (practice_id, next_number) select practice_id, 501 from bench.copy;

select bench.copy_rows('patients', format('patients s, bench.copy k where s.practice_id = %s and s.id between 1000001 and 1000500', {practice_id}),
  '{"practice_id": "k.practice_id", "id": "k.base + s.id - 1000000"}');
select bench.copy_rows('records',
  format('records s join bench.doctor d on d.id = s.author_id, half h, bench.copy k where s.practice_id = %s and s.id between 2000001 and 2002504
    and (h.part = 0 or s.type <> ''med_hist'')', {practice_id}),
  '{"practice_id": "k.practice_id", "id": "k.base + 10000 + h.part * 10000 + s.id - 2000000", "patient_id": "k.base + s.patient_id - 1000000",
    "author_id": "k.base + 190000 + d.number", "case_id": "k.base + 10000 + h.part * 10000 + s.case_id - 2000000"}');
insert into record_versions (practice_id, record_id, version, author_id, at, occurred_at, class_id, class_version, data)
  select r.practice_id, r.id, 1, r.author_id, r.created_at, r.occurred_at, r.class_id, r.class_version, r.data
  from bench.copy k join records r on r.practice_id = k.practice_id;
select bench.copy_rows('appointments',
  format('appointments s join bench.doctor d on d.id = s.doctor_id, bench.copy k where s.practice_id = %s and s.id between 3003000 and 3003999', {practice_id}),
  '{"practice_id": "k.practice_id", "id": "k.base + 40000 + s.id - 3000000", "patient_id": "k.base + 1 + s.id % 500",
    "doctor_id": "k.base + 190000 + d.number", "user_id": "k.base + 190000"}');
insert into files (practice_id, id, uid, record_id, patient_id, author_id, file_name, content_type, kind, byte_size, sha256, state,
  storage_type, storage_key, created_at)
  select r.practice_id, k.base + 60000 + r.id - k.base, gen_random_uuid(), r.id, r.patient_id, r.author_id, 'rodilla.jpg', 'image/jpeg',
    'image', 2000000, encode(sha256(r.id::text::bytea), 'hex'), 'ready', 'local', md5(r.id::text), r.created_at
  from bench.copy k join records r on r.practice_id = k.practice_id where r.id % 10 = 0;
insert into signatures (practice_id, id, sequence, seal_id, record_id, patient_id, record_version, signer, signer_name, doctor_id,
  practitioner_name, practitioner_user_id, typed_name, signed_at, language, content, format, key_id, previous, seal)
  select r.practice_id, k.base + 100000 + r.id - k.base, row_number() over (partition by r.practice_id order by r.id),
    lpad(r.id::text, 13, '0'), r.id, r.patient_id, 1, 'practitioner', 'Laura Restrepo', r.author_id, 'Laura Restrepo',
    r.author_id, 'Laura Restrepo', r.created_at, 'es', r.data::text, 2, repeat('0', 16), sha256(r.id::text::bytea), sha256((r.id + 1)::text::bytea)
  from bench.copy k join records r on r.practice_id = k.practice_id where r.id % 20 = 0;
insert into audit_heads (practice_id, strand, seq, mac)
  select practice_id, strand, 625, sha256((practice_id + strand)::text::bytea) from bench.copy, generate_series(0, 15) strand;
insert into audit_events (practice_id, strand, seq, mac, at, action, user_id, patient_id, subject_type, subject_id, detail, request_id)
  select k.practice_id, strand, seq, sha256((k.base + strand * 1000 + seq)::text::bytea), now() - (10000 - seq * 16 - strand) * interval '13 minutes',
    (array['patient.read', 'record.create', 'record.update', 'appointment.create', 'patient.search'])[1 + seq % 5], k.base + 190000 + seq % 5,
    k.base + 1 + seq % 500, 'patient', k.base + 1 + seq % 500, '{}', md5((k.base + strand * 1000 + seq)::text)
  from bench.copy k, generate_series(0, 15) strand, generate_series(1, 625) seq;
select setval('global_id', greatest((select last_value from global_id), {base} + ({to} + 1) * 200000::bigint));
