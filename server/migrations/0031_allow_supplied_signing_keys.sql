-- A key that the practice supplied signs while its certificate is valid; the generated one stays beside it for afterwards.
drop index practice_signing_keys_current_key;
create unique index practice_signing_keys_standing_key on practice_signing_keys (practice_id, source)
  where retired_at is null;
