-- The trail is read by days. Rows are stored in the order of their time, so ranges of pages are enough to find them: a
-- few bytes for 32 pages, and next to nothing for an insert to do.
create index audit_events_by_time on audit_events using brin (at) with (pages_per_range = 32, autosummarize = on);
