-- Mails to patients about their appointments (docs/decisions/0015-mails-to-patients.md).
create domain patient_language as text check (value in ('es', 'en', 'it'));

alter table patients
  -- Null: that of the practice.
  add column language patient_language,
  add column mail_reminders boolean not null default true;
-- Null: the patient, by the link of a mail.
alter table patient_versions alter column author_user_id drop not null;

-- What became of one mail about one occurrence at one start. Addresses and texts are read when it goes out.
create table appointment_mails (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  -- The dates of a series are confirmed with one mail: its rows share this number.
  mail_id bigint not null,
  -- No foreign key: a deletion that is taken back must not bring back the reminder.
  appointment_id bigint not null,
  -- Whom it is for: told to nobody else when the appointment is given to another patient. No foreign key either.
  patient_id bigint not null,
  kind text not null check (kind in ('reminder', 'confirmation')),
  -- A confirmation that somebody asked for: it tells the start the appointment has when it goes out.
  by_hand boolean not null default false,
  -- The start that is told.
  start_at timestamptz(3) not null,
  -- How many reminders of the occurrence came before.
  turn integer not null default 0,
  due_at timestamptz(3) not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'skipped')),
  reason text check (reason in (
    'cancelled', 'moved', 'too_late', 'just_confirmed', 'no_address', 'opted_out', 'not_handed_over'
  )),
  attempts integer not null default 0,
  attempted_at timestamptz(3),
  -- By then a mail server had been given all of it; what it said is not known yet.
  handed_at timestamptz(3),
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (practice_id, id),
  constraint appointment_mails_reason check ((reason is not null) = (status in ('failed', 'skipped'))),
  constraint appointment_mails_sent check ((sent_at is not null) = (status = 'sent'))
);
-- Of several who see that a reminder is due one makes it.
create unique index appointment_mails_reminder_key on appointment_mails (practice_id, appointment_id, turn)
  where kind = 'reminder';
create index appointment_mails_of_appointment on appointment_mails (practice_id, appointment_id);
create index appointment_mails_of_mail on appointment_mails (practice_id, mail_id);

alter table appointment_mails enable row level security;
alter table appointment_mails force row level security;
create policy appointment_mails_of_practice on appointment_mails
  using (practice_id = current_setting('app.practice_id')::bigint)
  with check (practice_id = current_setting('app.practice_id')::bigint);

grant select, insert, update on appointment_mails to {app_role};
