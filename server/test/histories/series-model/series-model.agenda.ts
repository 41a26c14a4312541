import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import {
  type RepeatRule,
  type SeriesScope,
  seriesEndpoints,
} from '@ulna/contract/appointments/appointments.series'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '../../build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import type { TestPerson } from '../../factories/people.ts'
import type { Row, World } from './series-model.world.ts'

interface StoredSeries {
  readonly id: number
  readonly rule: RepeatRule
  readonly until: string | null
  readonly clock: string
  readonly length: number
}

const iso = (instant: number): string => new Date(instant).toISOString()
export const wireTimes = ({ start, end }: { start: number; end: number }) => ({
  start: iso(start),
  end: iso(end),
})

/** The agenda of a practice as the API changes it and the database holds it. */
export class StoredAgenda {
  private readonly app: TestApp
  private readonly owner: TestPerson
  /** Ids of the database by those the model gave what it made. */
  private readonly ids = new Map<number, number>()

  constructor(app: TestApp, owner: TestPerson) {
    this.app = app
    this.owner = owner
  }

  idOf(id: number): number {
    return id > 0 ? id : (this.ids.get(id) ?? 0)
  }

  private call(
    endpoint: Parameters<typeof callEndpoint>[1],
    params: Record<string, number>,
    body?: unknown,
    scope?: SeriesScope,
  ): Promise<TestAnswer> {
    const query = scope === undefined ? {} : { query: { scope } }
    const sent = body === undefined ? {} : { body }
    return callEndpoint(this.app, endpoint, { token: this.owner.token, params, ...query, ...sent })
  }

  book(body: object): Promise<TestAnswer> {
    return this.call(appointmentEndpoints.create, {}, { doctorId: this.owner.doctorId, ...body })
  }

  update(id: number, body: object): Promise<TestAnswer> {
    return this.call(appointmentEndpoints.update, { id: this.idOf(id) }, body)
  }

  change(id: number, scope: SeriesScope, body: object): Promise<TestAnswer> {
    return this.call(appointmentEndpoints.updateSeries, { id: this.idOf(id) }, body, scope)
  }

  deleteOne(id: number): Promise<TestAnswer> {
    return this.call(appointmentEndpoints.remove, { id: this.idOf(id) })
  }

  deleteSeries(id: number, scope: SeriesScope): Promise<TestAnswer> {
    return this.call(appointmentEndpoints.removeSeries, { id: this.idOf(id) }, undefined, scope)
  }

  takeBack(undoId: number): Promise<TestAnswer> {
    return this.call(seriesEndpoints.undo, { id: undoId })
  }

  /** Finds what the model made among what is stored, by series, day and time. */
  private bind(world: World, rows: readonly Row[]): void {
    const known = new Set(world.rows.map(({ id }) => this.idOf(id)).filter((id) => id > 0))
    for (const row of world.rows) {
      if (this.idOf(row.id) > 0) continue
      const series = row.series === null ? null : this.ids.get(row.series)
      const found = rows.find(
        (one) =>
          !known.has(one.id) &&
          one.on === row.on &&
          one.start === row.start &&
          one.end === row.end &&
          (series === undefined || one.series === series),
      )
      if (!found) continue
      known.add(found.id)
      this.ids.set(row.id, found.id)
    }
    for (const row of world.rows) {
      if (row.series === null || this.ids.has(row.series)) continue
      const found = rows.find(({ id }) => id === this.idOf(row.id))
      if (found?.series) this.ids.set(row.series, found.series)
    }
  }

  private async rows(): Promise<Row[]> {
    const { rows } = await sql<Row & { startAt: Date; endAt: Date }>`
      select id, series_id as series, occurs_on::text as on, start_at as "startAt", end_at as "endAt", status, detached, title,
        allow_overlap as over, version
      from appointments where practice_id = ${this.owner.practiceId} order by id`.execute(
      this.app.owner.queries,
    )
    return rows.map(({ startAt, endAt, ...row }) => ({
      ...row,
      start: startAt.getTime(),
      end: endAt.getTime(),
    }))
  }

  private async series(): Promise<StoredSeries[]> {
    const { rows } = await sql<StoredSeries>`
      select id, rule, until::text as until, wall_time::text as clock, duration_ms as length from appointment_series
      where practice_id = ${this.owner.practiceId} order by id`.execute(this.app.owner.queries)
    return rows
  }

  /** What is stored is what the model says, to the last version. */
  async expectLike(world: World): Promise<void> {
    const rows = await this.rows()
    this.bind(world, rows)
    const wanted = world.rows
      .map((row) => ({
        ...row,
        id: this.idOf(row.id),
        series: row.series === null ? null : this.idOf(row.series),
      }))
      .sort((a, b) => a.id - b.id)
    expect(rows.map(shown)).toEqual(wanted.map(shown))
    const series = (await this.series()).map(({ rule, clock, ...one }) => ({
      ...one,
      rule: ruleText(rule),
      clock: clock.slice(0, 5),
    }))
    const wantedSeries = [...world.series]
      .map(([key, { rule, until, minutes, length }]) => ({
        id: this.idOf(key),
        until,
        length,
        rule: ruleText(rule),
        clock: new Date(minutes * 60_000).toISOString().slice(11, 16),
      }))
      .sort((a, b) => a.id - b.id)
    expect(series).toEqual(wantedSeries)
  }
}

const shown = ({ start, end, ...row }: Row) => ({ ...row, ...wireTimes({ start, end }) })
const ruleText = (rule: RepeatRule): string => JSON.stringify(Object.entries(rule).sort())

/** Each is a rule that a stored agenda may break; the figure is how many rows do. */
export const brokenRules = async (app: TestApp, practiceId: number): Promise<Record<string, number>> => {
  const { rows } = await sql<Record<string, number>>`
    with a as (select * from appointments where practice_id = ${practiceId}),
      firsts as (select distinct on (series_id) series_id, id from a where series_id is not null order by series_id, occurs_on)
    select
      (select count(*)::int from a x join a y on x.doctor_id = y.doctor_id and x.id < y.id and x.start_at < y.end_at
        and y.start_at < x.end_at where not x.allow_overlap and not y.allow_overlap and x.status <> 'cancelled'
        and y.status <> 'cancelled') as "overlaps",
      (select count(*)::int from a left join firsts f using (series_id) where a.parent is distinct from f.id)
        as "parents that are not the first",
      (select count(*)::int from (select from a where series_id is not null group by series_id, occurs_on having count(*) > 1) d)
        as "days twice",
      (select count(*)::int from a left join appointment_series s on s.practice_id = a.practice_id and s.id = a.series_id
        where a.every is distinct from s.rule
          or a.until is distinct from (s.until + 1)::timestamp at time zone s.timezone - interval '1 ms')
        as "rules unlike their series",
      (select count(*)::int from appointment_series s where s.practice_id = ${practiceId}
        and not exists (select from a where a.series_id = s.id)) as "empty series",
      (select count(*)::int from a where version <> (select max(version) from appointment_versions v
        where v.practice_id = a.practice_id and v.appointment_id = a.id and v.body is not null)) as "present versions missing",
      (select count(*)::int from (select appointment_id from appointment_versions where practice_id = ${practiceId}
        group by appointment_id having count(*) <> max(version) or min(version) <> 1) v) as "versions with a gap",
      (select count(*)::int from a join appointment_versions v on v.practice_id = a.practice_id and v.appointment_id = a.id
        and v.version = a.version where (v.body::jsonb ->> 'start')::timestamptz <> a.start_at
          or (v.body::jsonb ->> 'end')::timestamptz <> a.end_at or v.body::jsonb ->> 'status' <> a.status
          or (v.body::jsonb ->> 'title') is distinct from a.title) as "versions unlike their appointment"`.execute(
    app.owner.queries,
  )
  return rows[0] ?? {}
}
