-- Six digits of a person's own, by which a device is handed to a patient and taken back (docs/decisions/0049-short-code.md).
alter table users
  -- Hashed as passwords are, over a digest that is keyed with the installation's secret: alone it is guessed in a day.
  add column short_code_hash text,
  -- Wrong ones since the person last proved who they are; counted before the code is looked at.
  add column short_code_failures smallint not null default 0 check (short_code_failures between 0 and 5);

-- When the person behind a session last proved who they are in it, by password, passkey or hosted identity: no link in a
-- mail, no short code. Unlike `authenticated_at`, handing the device over does not touch it. Null: never.
alter table sessions add column proven_at timestamptz(3);
