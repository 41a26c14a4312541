-- Receipts: what was paid, numbered per practice and series without gaps. A receipt never changes and is never removed;
-- a counter-entry with a number of its own takes it back.
create domain receipt_series as text check (value ~ '^[A-Z0-9]{4,10}$');

-- The last number of a series. Whoever issues holds the row until the transaction ends, so a number that is taken back
-- with its transaction is given to the next one.
create table receipt_counters (
  practice_id bigint not null references practices,
  series receipt_series not null,
  last_sequence integer not null check (last_sequence > 0),
  last_issued_at timestamptz(3) not null,
  primary key (practice_id, series)
);

create table receipts (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  series receipt_series not null,
  sequence integer not null check (sequence > 0),
  kind text not null check (kind in ('receipt', 'counter')),
  issued_at timestamptz(3) not null,
  -- The day on the practice's clock.
  issued_on date not null,
  patient_id bigint not null,
  package_id bigint,
  -- Practice and payer as they were then: {"name":"","taxId":null,"address":null}.
  issuer json not null,
  payer json not null,
  -- [{"description":"","quantity":1,"unitMinor":4500}]
  lines json not null,
  -- Whole units of the smallest coin of its currency (ISO 4217), and how many digits these are behind the point.
  total_minor bigint not null,
  digits smallint not null check (digits between 0 and 4),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method text not null check (method in ('cash', 'card', 'transfer', 'mobile', 'cheque', 'other')),
  notes text check (length(notes) <= 1000),
  voids_id bigint,
  reason text check (length(reason) between 1 and 200),
  issued_by bigint not null references users,
  primary key (practice_id, id),
  constraint receipts_number_key unique (practice_id, series, sequence),
  constraint receipts_patient_fkey foreign key (practice_id, patient_id) references patients (practice_id, id),
  constraint receipts_package_fkey foreign key (practice_id, package_id) references session_packages (practice_id, id),
  constraint receipts_voids_fkey foreign key (practice_id, voids_id) references receipts (practice_id, id),
  constraint receipts_counter check (
    (kind = 'counter') = (voids_id is not null) and (kind = 'counter') = (reason is not null)),
  constraint receipts_sign check (case kind when 'receipt' then total_minor > 0 else total_minor < 0 end)
);
-- A receipt is taken back once.
create unique index receipts_voids_key on receipts (practice_id, voids_id) where voids_id is not null;
create index receipts_newest on receipts (practice_id, issued_on desc, id desc);
create index receipts_of_patient on receipts (practice_id, patient_id, id desc);
create index receipts_of_package on receipts (practice_id, package_id, id desc) where package_id is not null;

do $$
declare
  tenant text;
begin
  foreach tenant in array array['receipt_counters', 'receipts'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy %I on %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', tenant || '_of_practice', tenant);
  end loop;
end $$;

grant select, insert on receipts to {app_role};
grant select, insert, update (last_sequence, last_issued_at) on receipt_counters to {app_role};

-- Papers of receipts and of visits; `records` tells the stand of the receipt, or of the visits, that is on them.
alter table issued_papers
  drop constraint issued_papers_scope_check,
  add constraint issued_papers_scope_check check (scope in ('file', 'case', 'record', 'receipt', 'attendance'));
