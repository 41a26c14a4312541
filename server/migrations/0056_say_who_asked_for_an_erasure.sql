-- Who asked for an erasure, since when, and how it was made sure that it is them: it stands on the certificate.
alter table erasures
  add column asked_on date,
  add column asked_by text check (asked_by in ('patient', 'guardian', 'representative')),
  add column identity text check (identity in ('document', 'known', 'mandate')),
  add constraint erasures_asked check (num_nonnulls(asked_on, asked_by, identity) in (0, 3));
