-- One in five hundred keys that were made for a practice had a certificate whose serial number no strict reader takes: a
-- zero in front of a byte that needs none (X.690 §8.3.2). Nothing could be signed with them. They go out of use, and the
-- next paper makes another. The serial number stands behind two sequences of four bytes each, and the version of five.
alter table practice_signing_keys no force row level security;
update practice_signing_keys k set retired_at = now()
from (
  select practice_id, id, decode(regexp_replace(certificate, '-----[^-]*-----|\s', '', 'g'), 'base64') as der
  from practice_signing_keys where source = 'generated' and retired_at is null
) read
where k.practice_id = read.practice_id and k.id = read.id and octet_length(read.der) > 16
  and get_byte(read.der, 13) = 2 and get_byte(read.der, 15) = 0 and get_byte(read.der, 16) < 128;
alter table practice_signing_keys force row level security;
