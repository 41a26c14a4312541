-- What a document is compared by: its letters and digits alone. A few signs, or zeros, are none: “-”, “0”, “NO TIENE”.
create function document_key(value text) returns text language sql immutable parallel safe strict
  return substring(regexp_replace(fold(value), '[^a-z0-9]+', '', 'g') from '^(?=.*[1-9]).{5,}$');

-- Whether one name has all words of the other: of folded names. Not declared strict, so that it is inlined.
create function is_akin(one text, other text) returns boolean language sql immutable parallel safe
  return string_to_array(translate(one, '-.,', ' '), ' ') <@ string_to_array(translate(other, '-.,', ' '), ' ')
    or string_to_array(translate(other, '-.,', ' '), ' ') <@ string_to_array(translate(one, '-.,', ' '), ' ');

-- How often a step of an import was begun in vain: what never goes well is given up and told.
alter table imports add column attempts smallint not null default 0;

-- What is taken back next: all of one patient together.
create index import_rows_to_take_back on import_rows (practice_id, import_id, patient_id, row_number)
  where fate = 'create' and done_at is not null and not spared and item_id is not null;
