-- Solved challenges of public forms: each counts once. Cross-practice; rows older than the challenges live are removed.
create table used_captchas (
  hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index used_captchas_by_expiry on used_captchas (expires_at);
grant select, insert, delete on used_captchas to {app_role};
