-- Searching costs what the practice has, however many patients the installation holds: with the text alone the index
-- gathered the hits of every practice first.
create extension if not exists btree_gin;
drop index patients_search;
create index patients_search on patients using gin (practice_id, search_text gin_trgm_ops);

-- Today asks for the open cases of an author.
create index records_open_case_of_author on records (practice_id, author_id)
  where case_status = 'active' and voided_at is null;

-- The trail is read by days and by what was done.
drop index audit_events_by_time;
create index audit_events_by_time on audit_events (practice_id, at desc);
create index audit_events_by_action on audit_events (practice_id, action, at desc);
