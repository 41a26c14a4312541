-- What the practice asks for: a short list, from which receipts are filled in. A receipt keeps its own words and amounts.
create table prices (
  practice_id bigint not null references practices,
  id bigint not null default nextval('global_id'),
  version integer not null default 1,
  name text not null check (length(name) between 1 and 200),
  -- How long such a visit takes; null: it is no visit.
  minutes smallint check (minutes between 5 and 480),
  -- Whole units of the smallest coin of its currency (ISO 4217), and how many digits these are behind the point.
  price_minor bigint not null check (price_minor > 0),
  digits smallint not null check (digits between 0 and 4),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  primary key (practice_id, id),
  constraint prices_name_key unique (practice_id, name)
);

create table price_versions (
  practice_id bigint not null references practices,
  price_id bigint not null,
  version integer not null,
  author_user_id bigint not null references users,
  at timestamptz(3) not null default now(),
  -- Wire JSON as it became with this version; null: it was taken off the list.
  body text,
  primary key (practice_id, price_id, version)
);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['prices', 'price_versions'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy %I on %I using (practice_id = current_setting(''app.practice_id'')::bigint)
      with check (practice_id = current_setting(''app.practice_id'')::bigint)', tenant || '_of_practice', tenant);
  end loop;
end $$;

grant select, insert, update, delete on prices to {app_role};
grant select, insert on price_versions to {app_role};

-- The visit that was paid. It may be gone by now, like one that a package counts.
alter table receipts add column appointment_id bigint;
create index receipts_of_appointment on receipts (practice_id, appointment_id) where appointment_id is not null;
