-- Both numbers as digits between spaces: whatever stands between the digits is no part of a number, and a space keeps a
-- match from running over a border.
alter table patients add column phone_digits text not null generated always as (
  ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') ||
  ' ' || regexp_replace(coalesce(mobile, ''), '[^0-9]', '', 'g') || ' '
) stored;
create index patients_by_phone on patients using gin (practice_id, phone_digits gin_trgm_ops);
