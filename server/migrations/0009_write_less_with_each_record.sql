-- Every control moves `last_control` of its patient. While that column was indexed each move wrote the row anew into
-- all indexes, the trigram index included; without, and with room left in the page, only the row itself is written.
-- Who was seen last is found through the records instead.
drop index patients_by_last_control;
alter table patients set (fillfactor = 80);
create index records_by_control_time on records (practice_id, occurred_at desc, patient_id)
  where type = 'control' and voided_at is null;
