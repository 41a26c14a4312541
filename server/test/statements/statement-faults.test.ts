import { describe, expect, it } from 'vitest'
import { faultsOfStatement } from './statement-faults.ts'

const tables = {
  ofPractices: new Set(['patients', 'records', 'appointments']),
  shared: new Set(['users', 'practices']),
}

const faultsOf = (text: string): Promise<readonly string[]> => faultsOfStatement(text, tables)

const roams = (table: string): string => `does not name the practice of ${table} by a value`

describe('a statement that one machine answers', () => {
  it.each([
    'select id from patients where practice_id = $1 and id = $2',
    'select id from patients p where p.practice_id = $1::bigint',
    'select id from patients where $1 = practice_id',
    'select r.id from records r join patients p on p.practice_id = $1 and p.id = r.patient_id where r.practice_id = $1',
    'select r.id from records r left join patients p on p.practice_id = $1 and p.id = r.patient_id where r.practice_id = $1',
    'select id from users where id = $1',
    'update patients set last_name = $1 where practice_id = $2 and id = $3 returning id',
    'delete from records r using patients p where r.practice_id = $1 and p.practice_id = $1 and p.id = r.patient_id',
    'insert into patients (practice_id, id) values ($1, $2) returning id',
    'insert into records (practice_id, id) select practice_id, id from records where practice_id = $1 returning 1',
    'with taken as (update records set type = $1 where practice_id = $2 returning id) select * from taken',
    'update patients set note = coalesce($1, note), updated_at = now() where practice_id = $2',
    'update patients set updated_at = either($1, now()) where practice_id = $2 returning iso_returned(updated_at)',
    'select iso(updated_at), coalesce(updated_at, now()) from patients where practice_id = $1',
    'insert into records (practice_id, id) select $1, coalesce($2, now()) from patients where practice_id = $1 returning 1',
    'insert into sessions (last_seen) values (coalesce($1, now())) returning iso(last_seen)',
    'insert into users (id) select id from users returning 1',
    'select s.id from sessions s join users u on u.id = s.user_id',
    'insert into sessions (user_id) select id from users',
    'update sessions set ended_at = now() where user_id = $1',
    'with gone as (delete from sessions where id = $1 returning id) select id from gone',
    'select p.id from patients p join users u on u.id = $2 where p.practice_id = $1 and exists (select from pg_class)',
    'select i.id from patients i join users u on u.id = i.id where i.practice_id = $1 for update of i',
  ])('is let through: %s', async (text) => {
    expect(await faultsOf(text)).toEqual([])
  })
})

describe('a table whose practice is no value in the statement', () => {
  it.each([
    ['select id from patients where id = $1', ['patients']],
    ['select id from patients where practice_id > $1', ['patients']],
    ['select id from patients where practice_id = any($1)', ['patients']],
    ['select id from patients where practice_id is distinct from $1', ['patients']],
    [
      'select r.id from records r left join patients p on r.practice_id = $1 and p.practice_id = $1 and p.id = r.patient_id',
      ['records'],
    ],
    ['select id from patients where practice_id = $1 or id = $2', ['patients']],
    [
      'select r.id from records r join patients p on p.practice_id = r.practice_id where r.practice_id = $1',
      ['patients'],
    ],
    [
      'select id from records where practice_id = $1 and exists (select from patients where id = patient_id)',
      ['patients'],
    ],
    ['select r.id from records r, patients p where practice_id = $1', ['records', 'patients']],
    ['select id from patients where practice_id = $1 union all select id from records', ['records']],
    ['with these as (select id from records) select id from these', ['records']],
    ['update patients p set id = r.id from records r where p.practice_id = $1', ['records']],
    ['delete from appointments where id = $1', ['appointments']],
    ['insert into records (id) select id from patients returning 1', ['patients']],
    [
      'select (select count(*) from records r where r.patient_id = p.id) from patients p where p.practice_id = $1',
      ['records'],
    ],
  ])('is told: %s', async (text, tables) => {
    expect(await faultsOf(text)).toEqual(tables.map(roams))
  })
})

describe('what a distributed database refuses', () => {
  it.each([
    [
      'insert into records (id) values ((select max(id) from users))',
      'reads among the values that it stores',
    ],
    ['insert into records (practice_id) select $1', 'stores rows of a select and returns nothing'],
    [
      'update records set updated_at = coalesce($1, now()) where practice_id = $2',
      'chooses a moment by CASE or COALESCE (either, choose)',
    ],
    [
      'update users set last_seen = coalesce($1, now())',
      'chooses a moment by CASE or COALESCE (either, choose)',
    ],
    [
      'insert into records (updated_at) values (case when $1 then clock_timestamp() end)',
      'chooses a moment by CASE or COALESCE (either, choose)',
    ],
    [
      'update records set type = $1 where practice_id = $2 returning iso(updated_at)',
      'returns what a session could change (iso_returned)',
    ],
    [
      'insert into records (practice_id) values ($1) on conflict (practice_id) do update set updated_at = now()',
      'sets a moment where a row was there already (excluded)',
    ],
    [
      'update users set language = $1 where exists (select from sessions)',
      'writes what lies on the coordinator and reads what does not, or the other way round',
    ],
    [
      'update sessions set email = (select email from users where id = $1) where id = $2',
      'writes what lies on the coordinator and reads what does not, or the other way round',
    ],
    [
      'update records set type = $1 where practice_id = $2 and author_id in (select user_id from sessions)',
      'writes what lies on the coordinator and reads what does not, or the other way round',
    ],
    [
      'select p.id from patients p join sessions s on s.user_id = p.author_id where p.practice_id = $1',
      'reads rows of a practice with what lies on the coordinator',
    ],
    [
      "select id, nextval('global_id') from patients where practice_id = $1 for update",
      'takes a number of a sequence while it locks',
    ],
    ['set constraints all deferred', 'sets constraints where it stands (defer_constraints)'],
  ])('is told: %s', async (text, fault) => {
    expect(await faultsOf(text)).toEqual([fault])
  })
})
