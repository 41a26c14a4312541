import type { BookingMetadata, RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { expect } from 'vitest'
import type { TestAnswer } from '../../client.ts'
import { type StoredAgenda, wireTimes } from './series-model.agenda.ts'
import { daysLater, instantOf, shownAt, switchesAfter } from './series-model.clock.ts'
import { expectGoneAsAsked, expectPromisesKept } from './series-model.promises.ts'
import type { End, Script, Shift, Step } from './series-model.script.ts'
import { type ChangeInput, SeriesModel } from './series-model.ts'
import {
  type Done,
  emptyWorld,
  type Row,
  type SeriesState,
  type Times,
  takeBack,
  type Undoable,
  type World,
} from './series-model.world.ts'

interface Kept {
  readonly id: number
  readonly undo: Undoable
  readonly at: number
}

type SeriesStep = Exclude<Step, { do: 'book' | 'undo' | 'move' | 'status' | 'deleteOne' | 'delete' }>

/** A wish as the model and as the wire have it. */
interface SeriesWish {
  readonly input: Omit<ChangeInput, 'scope'>
  readonly body: object
}

interface Played {
  readonly done: Done
  readonly answer: TestAnswer
}

const undoIsSureMs = 20_000

/** Plays a script to the server and to the model alike. */
export class SeriesPlay {
  steps = 0
  refusals = 0
  private readonly zone: string
  private readonly begins: string
  private readonly agenda: StoredAgenda
  private readonly model: SeriesModel
  world: World = emptyWorld
  private kept: readonly Kept[] = []

  constructor(script: Script, agenda: StoredAgenda) {
    this.zone = script.zone
    this.agenda = agenda
    this.model = new SeriesModel(script.zone)
    const [first] =
      script.about === 'switch' ? switchesAfter(Date.now() + 20 * 86_400_000, this.zone, 365) : []
    this.begins = first === undefined ? shownAt(Date.now(), this.zone).day : daysLater(first, -9)
  }

  async step(step: Step): Promise<void> {
    await this.farFromNow()
    const [now, before, named] = [Date.now(), this.world, this.namedBy(step)]
    const played = await this.play(step, now)
    if (!played) return
    const { done, answer } = played
    this.steps += 1
    if (done.status >= 400) this.refusals += 1
    expect({ status: answer.status, errors: answer.errors }).toMatchObject({ status: done.status })
    this.world = done.world
    await this.agenda.expectLike(this.world)
    if (named) expectPromisesKept(step, { named, before, after: this.world, now })
    if (named && step.do === 'times' && done.status < 400)
      expectGoneAsAsked(named, this.moved(named, step.shift), this.world, { zone: this.zone, now })
    if (done.status >= 400 || step.do === 'undo') return
    const { total, undo } = answer.metadata as BookingMetadata
    if (done.total !== undefined) expect({ total }).toEqual({ total: done.total })
    const { id } = answer.payload as { id: number }
    if (done.answers !== undefined) expect({ id }).toEqual({ id: this.agenda.idOf(done.answers) })
    if (done.undo)
      this.kept = [{ id: undo?.id ?? 0, undo: done.undo, at: Date.now() }, ...this.kept].slice(0, 3)
  }

  /** What begins in the very moment of a call is past or not, and nobody can tell. */
  private async farFromNow(): Promise<void> {
    const now = Date.now()
    const next = this.world.rows
      .map(({ start }) => start - now)
      .filter((ahead) => ahead > -1000 && ahead < 30_000)
    if (next.length > 0) await new Promise((resolve) => setTimeout(resolve, Math.max(...next) + 1500))
  }

  private rowAt(pick: number): Row | undefined {
    const rows = [...this.world.rows].sort((a, b) => this.agenda.idOf(a.id) - this.agenda.idOf(b.id))
    return rows[pick % Math.max(rows.length, 1)]
  }

  /** Rather one of a series than a single appointment. */
  private occurrenceAt(pick: number): Row | undefined {
    const rows = [...this.world.rows]
      .filter(({ series }) => series !== null)
      .sort((a, b) => this.agenda.idOf(a.id) - this.agenda.idOf(b.id))
    return pick % 8 === 0 ? this.rowAt(pick) : (rows[pick % Math.max(rows.length, 1)] ?? this.rowAt(pick))
  }

  private namedBy(step: Step): Row | undefined {
    if (step.do === 'book' || step.do === 'undo') return undefined
    const isAlone = step.do === 'move' || step.do === 'status'
    return isAlone ? this.rowAt(step.pick) : this.occurrenceAt(step.pick)
  }

  private firstOf(row: Row): Row {
    const all = this.world.rows.filter(({ series }) => series !== null && series === row.series)
    return [...all].sort((a, b) => ((a.on ?? '') < (b.on ?? '') ? -1 : 1))[0] ?? row
  }

  private moved(row: Row, { days, clock, minutes }: Shift): Times {
    const shown = shownAt(row.start, this.zone)
    const start = instantOf(daysLater(shown.day, days), clock ?? shown.minutes, this.zone)
    return { start, end: start + (minutes === null ? row.end - row.start : minutes * 60_000) }
  }

  private ruleOf(rule: RepeatRule, end: End, from: string): { rule: RepeatRule; until: string | null } {
    if ('count' in end) return { rule: { ...rule, count: end.count }, until: null }
    return { rule, until: 'days' in end ? daysLater(from, end.days) : null }
  }

  private play(step: Step, now: number): Promise<Played | undefined> | undefined {
    switch (step.do) {
      case 'book':
        return this.book(step)
      case 'undo':
        return this.undo(step.back)
      case 'move':
      case 'status':
        return this.updateOne(step)
      case 'deleteOne':
      case 'delete':
        return this.remove(step)
      default:
        return this.changeMany(step, now)
    }
  }

  private async book({ day, clock, minutes, over, repeat }: Step & { do: 'book' }): Promise<Played> {
    const start = instantOf(daysLater(this.begins, day), clock, this.zone)
    const times = { start, end: start + minutes * 60_000 }
    const body = { ...wireTimes(times), ...(over ? { allowOverlap: true } : {}) }
    if (!repeat)
      return { done: this.model.book(this.world, times, over), answer: await this.agenda.book(body) }
    const first = shownAt(start, this.zone).day
    const { rule, until } = this.ruleOf(repeat.rule, repeat.end, first)
    const done = this.model.bookSeries(this.world, times, { rule, until, over })
    return { done, answer: await this.agenda.book({ ...body, every: rule, ...(until ? { until } : {}) }) }
  }

  private async updateOne(step: Step & { do: 'move' | 'status' }): Promise<Played | undefined> {
    const row = this.namedBy(step)
    if (!row) return undefined
    const wish = step.do === 'move' ? this.moved(row, step.shift) : { status: step.status }
    const body = 'start' in wish ? wireTimes(wish) : wish
    return { done: this.model.update(this.world, row, wish), answer: await this.agenda.update(row.id, body) }
  }

  private async remove(step: Step & { do: 'deleteOne' | 'delete' }): Promise<Played | undefined> {
    const row = this.namedBy(step)
    if (!row) return undefined
    if (step.do === 'delete')
      return {
        done: this.model.deleteSeries(this.world, row, step.scope, Date.now()),
        answer: await this.agenda.deleteSeries(row.id, step.scope),
      }
    const goes = step.first ? this.firstOf(row) : row
    return { done: this.model.deleteOne(this.world, goes), answer: await this.agenda.deleteOne(goes.id) }
  }

  private async undo(back: number): Promise<Played | undefined> {
    const kept = this.kept[back]
    if (!kept || Date.now() - kept.at > undoIsSureMs) return undefined
    const done = takeBack(this.world, kept.undo)
    const answer = await this.agenda.takeBack(kept.id)
    // A refusal leaves it there to be taken back later.
    if (done.status === 200) this.kept = this.kept.filter((one) => one !== kept)
    return { done, answer }
  }

  private async changeMany(step: SeriesStep, now: number): Promise<Played | undefined> {
    const row = this.namedBy(step)
    if (!row) return undefined
    const { input, body } = this.wishOf(step, row)
    const scope = step.do === 'stop' ? 'all' : step.scope
    return {
      done: this.model.change(this.world, row, { ...input, scope }, now),
      answer: await this.agenda.change(row.id, scope, body),
    }
  }

  /** New times where they are other ones, as the model and as the wire have them. */
  private shiftOf(row: Row, shift: Shift | null): { times?: Times | undefined; body: object } {
    if (!shift) return { body: {} }
    const moved = this.moved(row, shift)
    const isMoved = moved.start !== row.start || moved.end !== row.end
    return { times: isMoved ? moved : undefined, body: wireTimes(moved) }
  }

  private wishOf(step: SeriesStep, row: Row): SeriesWish {
    switch (step.do) {
      case 'text':
        return { input: { title: step.title }, body: { title: step.title } }
      case 'cancel':
        return { input: { status: step.status }, body: { status: step.status } }
      case 'times':
        return this.timesWish(step, row)
      case 'stop': {
        const { times, body } = this.shiftOf(row, step.shift)
        return { input: { times, stops: true }, body: { ...body, every: null } }
      }
      case 'until':
        return this.untilWish(step, row)
      case 'rule':
        return this.ruleWish(step, row)
    }
  }

  private timesWish(step: SeriesStep & { do: 'times' }, row: Row): SeriesWish {
    const { times, body } = this.shiftOf(row, step.shift)
    const texts = step.title === null ? {} : { title: step.title }
    return { input: { times, ...texts }, body: { ...body, ...texts } }
  }

  private ownOf({ series }: Row): SeriesState | undefined {
    return series === null ? undefined : this.world.series.get(series)
  }

  private untilWish(step: SeriesStep & { do: 'until' }, row: Row): SeriesWish {
    const own = this.ownOf(row)
    const { times, body } = this.shiftOf(row, step.shift)
    const until = step.days === null ? null : daysLater(row.on ?? this.begins, step.days)
    const isNew = own !== undefined && until !== own.until
    return { input: { times, ...(isNew ? { until } : {}) }, body: { ...body, until } }
  }

  /** What is sent back as it was is no wish. */
  private ruleWish(step: SeriesStep & { do: 'rule' }, row: Row): SeriesWish {
    const own = this.ownOf(row)
    const { times, body } = this.shiftOf(row, step.shift)
    const from = row.on ?? shownAt(row.start, this.zone).day
    const { rule, until } = this.ruleOf(step.repeat.rule, step.repeat.end, from)
    const isSame = own !== undefined && ruleText(rule) === ruleText(own.rule)
    const isSameEnd = until === (own?.until ?? null)
    const input = { times, ...(isSame ? {} : { rule }), ...(isSameEnd ? {} : { until }) }
    return { input, body: { ...body, every: rule, until } }
  }
}

const ruleText = (rule: RepeatRule): string => JSON.stringify(Object.entries(rule).sort())
