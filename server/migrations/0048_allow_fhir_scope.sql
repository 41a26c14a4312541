-- Keys may be given the scope of the FHIR API (docs/decisions/0054-fhir-read-api.md).
alter table practice_keys drop constraint practice_keys_scopes_check;
alter table practice_keys add constraint practice_keys_scopes_check check (
  cardinality(scopes) > 0
  and scopes <@ array['patients', 'agenda', 'records', 'files', 'packages', 'receipts', 'audit', 'fhir']
);
