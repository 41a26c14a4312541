-- The owners are told by mail before the certificate of a supplied key ends: how many days before, the last time.
alter table practice_signing_keys add column told_days integer check (told_days in (30, 7));

grant update (told_days) on practice_signing_keys to {app_role};
