-- What practices of an ordinary day hold that were just registered over HTTP: {patients} patients each with a history, a
-- case and three follow-ups, and ten visits a day of each practitioner on five days of the weeks around today. Every row
-- follows from its number. {practices} is a JSON array of what registration answered, {base} the first id that is free,
-- {today} the day in the practices' zone, {zone} that zone. The foreign keys are right by construction.
set session_replication_role = replica;
drop schema if exists bench cascade;
create schema bench;

create table bench.practice as
  select number, "practiceId" as practice_id, "userId" as owner_id, "doctorId" as doctor_id
  from json_to_recordset('{practices}') as given(number bigint, "practiceId" bigint, "userId" bigint, "doctorId" bigint);

create table bench.word as select
  array['Mariana','José','Lucía','Carlos','Andrés','Valentina','Sofía','Camila','Miguel','Daniela','Santiago','Laura',
    'Sebastián','Paula','Felipe','Natalia','Diego','Carolina','Jorge','Juliana'] as first_names,
  array['Restrepo','Gómez','Rodríguez','Martínez','García','López','González','Hernández','Sánchez','Ramírez','Torres',
    'Díaz','Vargas','Castro','Ruiz','Álvarez','Romero','Moreno','Muñoz'] as last_names,
  array['Refiere mejoría parcial desde la última sesión; duerme de corrido y tolera la bipedestación prolongada.',
    'Persiste dolor al final del rango de flexión, sin irradiación; parestesias ausentes.',
    'Rigidez matutina de unos diez minutos que cede con el movimiento; buena adherencia a los ejercicios en casa.'] as complaints,
  array['Movilización articular grado III, fortalecimiento excéntrico y control motor; crioterapia diez minutos al final.',
    'Terapia manual de tejidos blandos, estiramiento sostenido y reeducación postural frente al espejo.',
    'Ejercicio isométrico progresivo, propiocepción en superficie inestable y trabajo en cadena cerrada.'] as treatments,
  array['Manguito rotador, hombro derecho','Lumbalgia mecánica inespecífica','Gonartrosis derecha','Cervicalgia postural'] as diagnoses;

-- Practitioners first, the owner at their head, then who receives. They share the password of the owner, and its hash.
create table bench.member as
  select p.*, m as member, case when m = 0 then p.owner_id else {base} + p.place * 100 + m end as member_user,
    case when m = 0 then p.doctor_id else {base} + 100000000 + p.place * 100 + m end as member_doctor
  from (select *, row_number() over (order by number) as place from bench.practice) p,
    generate_series(0, {practitioners} + {receptionists} - 1) m;

insert into users (id, username, email, password_hash, first_name, last_name, language, activated_at)
  select m.member_user, name, name, o.password_hash, 'Fisioterapeuta', m.member::text, 'es', now()
  from bench.member m join users o on o.id = m.owner_id,
    lateral (select format('member-%s-%s@bench.test', m.number, m.member) as name) named
  where m.member > 0;
insert into doctors (practice_id, id, user_id, first_name, last_name, bookable)
  select m.practice_id, m.member_doctor, m.member_user, w.first_names[1 + m.member % 20], w.last_names[1 + m.member % 19],
    m.member < {practitioners}
  from bench.member m, bench.word w where m.member > 0;
insert into memberships (practice_id, user_id, doctor_id, role, clinical)
  select practice_id, member_user, member_doctor,
    case when member < {practitioners} then 'practitioner' else 'assistant' end, member < {practitioners}
  from bench.member where member > 0;

create table bench.patient as
  select p.practice_id, p.place, p.owner_id, n, {base} + 200000000 + (p.place * {patients} + n) as id,
    w.first_names[1 + n % 20] as first_name,
    w.last_names[1 + n * 7 % 19] || ' ' || w.last_names[1 + n * 11 / 20 % 19] as last_name
  from (select practice_id, place, owner_id from bench.member where member = 0) p,
    generate_series(0, {patients} - 1) n, bench.word w;

insert into patients (practice_id, id, first_name, last_name, file_id, birth_date, social_id, mobile, email, address, note,
  clinic_summary, created_at)
  select practice_id, id, first_name, last_name, lpad((n + 1)::text, 5, '0'), date '1940-01-01' + n * 61,
    (1000000000 + n::bigint * 45679)::text, '3' || lpad((n * 790007 % 1000000000)::text, 9, '0'),
    'paciente' || n || '@example.test', 'Calle ' || n % 130 || ' # ' || n % 90,
    case when n % 4 = 0 then 'Prefiere la primera hora de la mañana.' end,
    case when n % 5 = 0 then 'Hipertensión controlada; sin alergias conocidas.' end,
    now() - interval '200 days'
  from bench.patient;

create table bench.class as select class_id, max(version) as version from record_classes where active group by class_id;

insert into records (practice_id, id, patient_id, author_id, type, subtype, class_id, class_version, name, occurred_at, data,
  case_id, session_number, case_status, created_at)
  select p.practice_id, p.first_record + part, p.id, m.member_doctor, case when part = 0 then 'med_hist' else 'control' end,
    case when part = 1 then 'case' when part > 1 then 'follow_up' end, form.id,
    (select version from bench.class c where c.class_id = form.id), case when part = 1 then diagnosis end,
    happened, content.data::json, case when part > 1 then p.first_record + 1 end, case when part > 1 then part - 1 end,
    case when part = 1 then 'active' end, happened + interval '20 minutes'
  from (select *, {base} + 300000000 + (place * {patients} + n) * 5 as first_record from bench.patient) p
    join bench.member m on m.practice_id = p.practice_id and m.member = p.n % {practitioners},
    generate_series(0, 4) part, bench.word w,
    lateral (select w.diagnoses[1 + p.n % 4] as diagnosis, w.complaints[1 + (p.n + part) % 3] as complaint,
      w.treatments[1 + (p.n + part) % 3] as treatment,
      now() - interval '60 days' + part * interval '9 days' + p.n % 24 * interval '1 hour' as happened,
      case part when 0 then 'med_hist_default' when 1 then 'case_default' else 'followup_default' end as id) form,
    lateral (select case
      when part = 0 then format('{"gender":"f","profession":"Docente","allergies":%s}', to_json(complaint))
      when part = 1 then format('{"name":%s,"painIntensity":%s,"sessions":10,"actualDiscomfort":%s,"doctorObs":%s}',
        to_json(diagnosis), p.n % 10 + 1, to_json(complaint), to_json(treatment))
      else format('{"case":%s,"painIntensity":%s,"patientObs":%s,"treatmentApplied":%s,"exercises":%s}',
        p.first_record + 1, p.n % 10 + 1, to_json(complaint), to_json(treatment || ' ' || treatment), to_json(treatment))
      end as data) content;

insert into record_versions (practice_id, record_id, version, author_id, at, occurred_at, class_id, class_version, data)
  select practice_id, id, 1, author_id, created_at, occurred_at, class_id, class_version, data from records
  where id >= {base};

update patients p set last_control = controls.latest
  from (select patient_id, max(occurred_at) as latest from records where type = 'control' and id >= {base} group by patient_id) controls
  where p.id = controls.patient_id;

-- Four weeks before and behind, half hours from 08:00; the afternoon is free.
insert into appointments (practice_id, id, doctor_id, patient_id, patient_wire_name, user_id, start_at, end_at, title, note,
  status, confirmed, created_at)
  select m.practice_id, {base} + 400000000 + row_number() over (), m.member_doctor, p.id, p.wire_name, m.owner_id, start,
    start + interval '30 minutes', case when slot % 3 = 0 then 'Control' end,
    case when slot = 4 then 'Trae exámenes recientes.' end, case when day < 0 then 'attended' else 'booked' end, slot % 2 = 0,
    now() - interval '30 days'
  from bench.member m, generate_series(-28, 28) day, generate_series(0, {visits_a_day} - 1) slot,
    lateral (select (date '{today}' + day + time '08:00') at time zone '{zone}' + slot * interval '30 minutes' as start) at,
    lateral (select {base} + 200000000 + m.place * {patients}
      + ((day + 28) * 37 + m.member * {visits_a_day} + slot) % {patients} as patient_id) who
    join patients p on p.id = who.patient_id
  where m.member < {practitioners} and p.practice_id = m.practice_id and (day + 28) % 7 not in (3, 4);

select setval('global_id', {base} + 500000000 + (select count(*) from appointments));
