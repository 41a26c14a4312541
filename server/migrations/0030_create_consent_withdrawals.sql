-- Consents that patients took back. The consent itself is a signed record and stays as it was signed; from here on it
-- counts as none. Rows are added and never change.
create table consent_withdrawals (
  practice_id bigint not null,
  record_id bigint not null,
  patient_id bigint not null,
  -- Who was told, called what they were called then.
  doctor_id bigint not null,
  practitioner_name text not null,
  -- As far as the patient gave one: none is needed.
  reason text check (length(reason) between 1 and 200),
  withdrawn_at timestamptz(3) not null default now(),
  primary key (practice_id, record_id),
  foreign key (practice_id, patient_id, record_id) references records (practice_id, patient_id, id),
  foreign key (practice_id, doctor_id) references doctors (practice_id, id)
);

alter table consent_withdrawals enable row level security;
alter table consent_withdrawals force row level security;
create policy consent_withdrawals_of_practice on consent_withdrawals
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert on consent_withdrawals to {app_role};
