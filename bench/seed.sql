-- The practice of the bench: 20,000 patients, 100,000 records (500 of them of one patient), 20,000 appointments of
-- five practitioners. Every row follows from its number, so every run measures the same data. {practice_id},
-- {user_id} and {doctor_id} are those of the owner who registered over HTTP, {patients} and {appointments} how many.
-- Rows of the seed have the ids from 1,000,000 on; the foreign keys between them are right by construction.
set session_replication_role = replica;

create schema bench;

create function bench.pick(words text[], salt text, number bigint) returns text language sql immutable
  return words[1 + ('x' || substr(md5(salt || number), 1, 7))::bit(28)::int % cardinality(words)];

create table bench.word as select
  array['Mariana','José','Lucía','Carlos','Ana','Andrés','Valentina','Juan','Sofía','Luis','Camila','Miguel','Daniela',
    'Santiago','Laura','Sebastián','Paula','Felipe','Natalia','Diego','Carolina','Jorge','Juliana','Ricardo','Adriana',
    'Óscar','Claudia','Fernando','Patricia','Hernán','Gloria','Álvaro','Marta','Germán','Tatiana','Iván','Rosa','Nicolás',
    'Elena','Mauricio'] as first_names,
  array['Restrepo','Gómez','Rodríguez','Martínez','García','López','González','Hernández','Sánchez','Ramírez','Torres',
    'Díaz','Vargas','Castro','Ruiz','Álvarez','Romero','Moreno','Muñoz','Rojas','Ortiz','Jiménez','Gutiérrez','Suárez',
    'Osorio','Mejía','Cárdenas','Arango','Alzate','Zuluaga','Giraldo','Ospina','Londoño','Quintero','Cardona','Betancur',
    'Montoya','Marín','Ríos','Salazar','Ochoa','Uribe','Vélez','Henao','Duque','Echeverri','Jaramillo','Bedoya',
    'Castaño','Franco','Aguirre','Villa','Correa','Escobar','Naranjo','Valencia','Peña','Guerrero','Ibáñez','Núñez'] as last_names,
  array['Refiere mejoría parcial desde la última sesión; duerme de corrido y tolera la bipedestación prolongada.',
    'Persiste dolor al final del rango de flexión, sin irradiación; parestesias ausentes.',
    'Rigidez matutina de unos diez minutos que cede con el movimiento; buena adherencia a los ejercicios en casa.',
    'Molestia al subir escaleras y al levantarse de la silla; niega bloqueos o inestabilidad.',
    'Retomó la marcha en plano durante treinta minutos sin aumento del dolor al día siguiente.'] as complaints,
  array['Movilización articular grado III, fortalecimiento excéntrico y control motor; crioterapia diez minutos al final.',
    'Terapia manual de tejidos blandos, estiramiento sostenido y reeducación postural frente al espejo.',
    'Ejercicio isométrico progresivo, propiocepción en superficie inestable y trabajo en cadena cerrada.',
    'Electroestimulación analgésica, neurodinamia y educación sobre el manejo del dolor persistente.'] as treatments,
  array['Manguito rotador, hombro derecho','Lumbalgia mecánica inespecífica','Esguince de tobillo grado II',
    'Gonartrosis derecha','Cervicalgia postural','Epicondilitis lateral','Fascitis plantar',
    'Posoperatorio de ligamento cruzado anterior'] as diagnoses;

-- Four more practitioners beside the owner.
insert into users (id, username, email, first_name, last_name, language, activated_at)
  select 1000 + n, 'practitioner' || n || '@bench.test', 'practitioner' || n || '@bench.test', 'Fisioterapeuta', n::text,
    'es', now() from generate_series(1, 4) n;
insert into doctors (practice_id, id, user_id, first_name, last_name)
  select {practice_id}, 2000 + n, 1000 + n, w.first_names[n], w.last_names[n] from generate_series(1, 4) n, bench.word w;
insert into memberships (practice_id, user_id, doctor_id, role, clinical)
  select {practice_id}, 1000 + n, 2000 + n, 'practitioner', true from generate_series(1, 4) n;

create table bench.doctor as
  select 0 as number, {doctor_id}::bigint as id union all select n, 2000 + n from generate_series(1, 4) n;

insert into patients (practice_id, id, first_name, last_name, file_id, birth_date, social_id, phone, mobile, email, address,
  note, clinic_summary, created_at)
  select {practice_id}, 1000000 + n, name.first, name.last, lpad(n::text, 5, '0'),
    date '1940-01-01' + (n * 7919 % 27000), (1000000000 + n::bigint * 45679)::text, '604' || lpad((n * 37 % 10000000)::text, 7, '0'),
    '3' || lpad((n::bigint * 7907 % 1000000000)::text, 9, '0'),
    fold(replace(name.first || '.' || name.last, ' ', '.')) || n || '@example.test',
    'Calle ' || n % 130 || ' # ' || n % 90 || '-' || n % 60,
    case when n % 4 = 0 then 'Prefiere la primera hora de la mañana.' end,
    case when n % 5 = 0 then 'Hipertensión controlada; sin alergias conocidas.' end,
    timestamptz '2024-01-01' + n * interval '40 minutes'
  from generate_series(1, {patients}) n, bench.word w,
    lateral (select bench.pick(w.first_names, 'first', n) as first,
      bench.pick(w.last_names, 'last', n) || ' ' || bench.pick(w.last_names, 'second', n) as last) name;

-- What a record is: patient 1 has 1 history, 10 cases and 489 follow-ups; the others 1, 1, and 3 or 2.
create table bench.plan as
  select row_number() over (order by patient, number) as record, patient, number, cases,
    case when number = 0 then 'med_hist' else 'control' end as type,
    case when number = 0 then null when number <= cases then 'case' else 'follow_up' end as subtype
  from (
    select 1 as patient, number, 10 as cases from generate_series(0, 499) number
    union all
    select patient, number, 1 from generate_series(2, {patients}) patient,
      lateral generate_series(0, case when patient <= 496 then 3 else 4 end) number
  ) planned;

-- The forms as the modules of this installation have them now; a class that is gone leaves a null, which no record takes.
create table bench.class as select class_id, max(version) as version from record_classes where active group by class_id;

insert into records (practice_id, id, patient_id, author_id, type, subtype, class_id, class_version, name, occurred_at, data,
  case_id, session_number, case_status, created_at)
  select {practice_id}, 2000000 + record, 1000000 + patient, (select id from bench.doctor d where d.number = record % 5),
    type, subtype, form, (select version from bench.class c where c.class_id = form),
    case when subtype = 'case' then diagnosis end, taken, data::json, case_id, session_number,
    case when subtype = 'case' then 'active' end, taken + interval '20 minutes'
  from (
    select p.*,
      case subtype when 'case' then 'case_default' when 'follow_up' then 'followup_default' else 'med_hist_default' end as form,
      bench.pick(w.diagnoses, 'diagnosis', record) as diagnosis,
      timestamptz '2025-01-06 13:00Z' + patient % 200 * interval '1 day' + number * interval '1 day 20 minutes' as taken,
      case when subtype = 'follow_up' then 2000000 + record - number + 1 + (number - 1) % cases end as case_id,
      case when subtype = 'follow_up' then (number - 1) / cases end as session_number
    from bench.plan p, bench.word w
  ) shaped, bench.word w,
    lateral (select case
      when type = 'med_hist' then format('{"gender":"f","profession":"Docente","allergies":%s}', to_json(bench.pick(w.complaints, 'a', record)))
      when subtype = 'case' then format(
        '{"name":%s,"painIntensity":%s,"sessions":10,"actualDiscomfort":%s,"painAreaObservation":%s,"doctorObs":%s}',
        to_json(diagnosis), record % 10 + 1, to_json(bench.pick(w.complaints, 'b', record)), to_json(bench.pick(w.complaints, 'c', record)),
        to_json(bench.pick(w.treatments, 'd', record)))
      else format('{"case":%s,"painIntensity":%s,"patientObs":%s,"doctorObs":%s,"treatmentApplied":%s,"exercises":%s}',
        case_id, record % 10 + 1, to_json(bench.pick(w.complaints, 'e', record)), to_json(bench.pick(w.complaints, 'f', record)),
        to_json(bench.pick(w.treatments, 'g', record) || ' ' || bench.pick(w.treatments, 'h', record)),
        to_json(bench.pick(w.treatments, 'i', record)))
      end as data) content;

insert into record_versions (practice_id, record_id, version, author_id, at, occurred_at, class_id, class_version, data)
  select practice_id, id, 1, author_id, created_at, occurred_at, class_id, class_version, data from records;

update patients p set last_control = controls.latest
  from (select patient_id, max(occurred_at) as latest from records where type = 'control' group by patient_id) controls
  where p.id = controls.patient_id;

-- Fifty weeks of five days; each practitioner has sixteen half hours a day from 07:00 in Bogotá.
insert into appointments (practice_id, id, doctor_id, patient_id, patient_wire_name, user_id, start_at, end_at, title, note, status, confirmed, created_at)
  select {practice_id}, 3000000 + n, (select id from bench.doctor d where d.number = n % 5), p.id, p.wire_name, {user_id},
    start, start + interval '30 minutes', case when n % 3 = 0 then 'Control' when n % 3 = 1 then 'Primera consulta' end,
    case when n % 10 = 0 then 'Trae exámenes recientes.' end, 'booked', n % 2 = 0, start - interval '9 days'
  from generate_series(0, {appointments} - 1) n,
    lateral (select timestamptz '2026-01-05 12:00Z' + n / 400 * interval '7 days' + n % 400 / 80 * interval '1 day'
      + n % 80 / 5 * interval '30 minutes' as start) slot,
    patients p where p.practice_id = {practice_id} and p.id = 1000000 + 1 + n * 7 % {patients};

-- Plain tables for what the floor writes, with the same rows: a primary key and one index each, no rules, no kept text.
create table bench.records (like records including defaults);
alter table bench.records drop column wire_head, drop column wire_content, add primary key (id);
create index on bench.records (patient_id, occurred_at);
insert into bench.records
  select practice_id, id, uid, version, patient_id, author_id, type, subtype, class_id, class_version, name, occurred_at, data,
    case_id, session_number, case_status, case_outcome, case_closed_on, signed, voided_at, voided_by, void_reason, created_at,
    updated_at
  from records;
create table bench.appointments (like appointments including defaults);
alter table bench.appointments drop column wire_row, drop column patient_wire_name, add primary key (id);
create index on bench.appointments (start_at);
insert into bench.appointments
  select practice_id, id, uid, version, doctor_id, patient_id, user_id, start_at, end_at, title, note, patient_note, confirmed,
    status, cancel_reason, cancelled_at, parent, every, until, detached, allow_overlap, created_at, updated_at, series_id,
    occurs_on, lane, overlap_reason, cancelled_late
  from appointments;
create table bench.sessions (token_hash bytea primary key, user_id bigint not null, created_at timestamptz not null default now());

select setval('global_id', 10000000);
