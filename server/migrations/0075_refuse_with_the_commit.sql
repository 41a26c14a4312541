-- Beside older processes: what is new is called by none of them.
-- A write to the file of somebody who is blocked, or whose file became part of another, is refused by an error, so that the question
-- leaves together with the commit. 'UL001': blocked; 'UL002': the file that theirs became part of is the detail.
create function refuse_gone(practice bigint, patient bigint) returns void language plpgsql stable as $$
declare
  merged bigint;
begin
  if exists (select from erasures e where e.practice_id = practice and e.patient_id = patient
      and e.scope = 'whole' and e.state <> 'taken_back') then
    raise exception 'the patient is blocked' using errcode = 'UL001';
  end if;
  select a.patient_id into merged from patient_aliases a where a.practice_id = practice and a.alias_id = patient;
  if found then
    raise exception 'the file is part of another' using errcode = 'UL002', detail = merged::text;
  end if;
end $$;

revoke execute on function refuse_gone from public;
grant execute on function refuse_gone to {app_role};
