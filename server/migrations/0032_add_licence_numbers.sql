-- The number under which a practitioner is registered to practise, in the country of the practice
-- (docs/decisions/0031-licence-numbers.md). Letters and digits of any alphabet are the contract's to look at.
create domain licence_number as text check (length(value) between 1 and 40 and value = btrim(value));
alter table doctors add column licence_number licence_number;

-- Whose session a signature was made in: sealed from format 2 on; what was sealed before holds neither.
alter table signatures
  add column practitioner_user_id bigint,
  add column practitioner_licence licence_number,
  add constraint signatures_practitioner check (
    case when format = 1 then num_nonnulls(practitioner_user_id, practitioner_licence) = 0
    else practitioner_user_id is not null end);
