-- Who may not give clinical access asks for it: the membership goes without until an owner says yes (decision 0036).
alter table memberships
  add column clinical_asked_by bigint references users,
  add column clinical_asked_at timestamptz(3),
  add constraint memberships_clinical_asked check (
    (clinical_asked_by is null) = (clinical_asked_at is null) and not (clinical and clinical_asked_by is not null)
  );

-- Who gives the clinical access that an invitation names; null: it is asked for.
alter table invitations add column clinical_by bigint references users;
update invitations set clinical_by = invited_by
  where clinical and accepted_at is null and declined_at is null and withdrawn_at is null;
