import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { caseInput, followUpInput, historyInput } from '../factories/clinical.ts'
import { type Clinician, type Reply, type Request, sendAs } from './http-call.ts'

/** What the server has acknowledged, as it answered it; newer answers about the same thing replace older ones. */
export interface Journal {
  readonly patients: Map<number, Reply['payload']>
  readonly records: Map<number, Reply['payload']>
  readonly appointments: Map<number, Reply['payload']>
  readonly drafts: Map<string, Reply['payload']>
}

export const emptyJournal = (): Journal => ({
  patients: new Map(),
  records: new Map(),
  appointments: new Map(),
  drafts: new Map(),
})

const appointmentMs = 15 * 60_000

let lastSlot = 0

/** A quarter of an hour that no other appointment of this run has. */
const freeSlot = (): number => {
  lastSlot += 1
  return lastSlot
}

const foundNobody = (error: unknown): boolean =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'

const mustBeNumber = (value: unknown): number => {
  if (typeof value !== 'number') throw new Error(`expected a number, not ${String(value)}`)
  return value
}

/**
 * Clinicians at work: each writer fills one patient file after the other and repeats what was not acknowledged with
 * the same Idempotency-Key, as the web app does, until it is.
 */
export class Load {
  readonly journal: Journal = {
    patients: new Map(),
    records: new Map(),
    appointments: new Map(),
    drafts: new Map(),
  }
  /** Answers that are neither a success nor 503 with Retry-After, nor 507 where the disk is full. */
  readonly surprises: string[] = []
  /** Answers that told the writer to come back. */
  readonly refusals: Reply[] = []
  acknowledged = 0
  /** Requests that got no answer at all, each with why: nobody listened, or the connection broke while they waited for one. */
  readonly silences: string[] = []
  broken = 0
  private readonly target: { readonly baseUrl: string }
  private readonly clinicians: readonly Clinician[]
  private readonly writers: Promise<void>[] = []
  private stopping = false
  private abandoned = false

  constructor(target: { readonly baseUrl: string }, clinicians: readonly Clinician[], journal: Journal) {
    this.target = target
    this.journal = journal
    this.clinicians = clinicians
  }

  get unanswered(): number {
    return this.silences.length
  }

  start(writers: number): void {
    for (let number = 0; number < writers; number += 1) this.writers.push(this.write(number))
  }

  /** Every writer ends the file it is at: afterwards nothing is in doubt. */
  async stop(): Promise<void> {
    this.stopping = true
    await Promise.all(this.writers)
  }

  private async write(number: number): Promise<void> {
    const clinician = this.clinicians[number % this.clinicians.length]
    if (!clinician) throw new Error('there is no clinician to write as')
    while (!this.stopping)
      await this.fillFile(clinician).catch((error: Error) => this.surprises.push(error.message))
  }

  private async fillFile(by: Clinician): Promise<void> {
    const mark = randomUUID()
    const patientId = await this.create(by, this.journal.patients, '/patient', {
      firstName: 'Mariana',
      lastName: 'Gómez',
      note: mark,
    })
    await this.create(
      by,
      this.journal.records,
      '/record',
      historyInput(patientId, { profession: `Docente ${randomUUID()}` }),
    )
    const caseId = await this.create(
      by,
      this.journal.records,
      '/record',
      caseInput(patientId, { name: `Hombro ${randomUUID()}` }),
    )
    await this.create(
      by,
      this.journal.appointments,
      '/appointment',
      appointmentInput(by, patientId, freeSlot()),
    )
    await this.keepDraft(by, patientId, caseId)
    const followUp = followUpInput(patientId, caseId, { patientObs: `Duerme mejor ${randomUUID()}` })
    const followUpId = await this.create(by, this.journal.records, '/record', followUp)
    await this.edit(by, followUpId, { ...followUp.data, painIntensity: 2 })
  }

  private async create(
    by: Clinician,
    kept: Map<number, Reply['payload']>,
    path: string,
    body: unknown,
  ): Promise<number> {
    const { payload } = await this.insist(by, { method: 'POST', path, body, key: randomUUID() })
    const id = mustBeNumber(payload.id)
    kept.set(id, payload)
    return id
  }

  private async keepDraft(by: Clinician, patientId: number, caseId: number): Promise<void> {
    const path = `/draft/${patientId}/new:followup_default:case:${caseId}`
    let revision: number | undefined
    for (const patientObs of ['Due', 'Duerme', 'Duerme mejor']) {
      const { payload } = await this.insist(by, {
        method: 'PUT',
        path,
        body: { data: { patientObs }, revision },
      })
      revision = mustBeNumber(payload.revision)
      this.journal.drafts.set(`${patientId} ${String(payload.key)}`, payload)
    }
  }

  private async edit(by: Clinician, id: number, data: Readonly<Record<string, unknown>>): Promise<void> {
    const { payload } = await this.insist(by, {
      method: 'PUT',
      path: `/record/${id}`,
      body: { data, version: 1 },
    })
    this.journal.records.set(id, payload)
  }

  /** Waits until so many more writes are acknowledged. */
  async progress(writes: number): Promise<void> {
    const goal = this.acknowledged + writes
    while (this.acknowledged < goal && !this.stopping) await sleep(10)
  }

  /** For a test that has failed already: the writers leave what they are at. */
  async abandon(): Promise<void> {
    this.abandoned = true
    await this.stop()
  }

  /** Until it is acknowledged. A change whose first answer got lost is told that its version is outdated, with what it made of it. */
  private async insist(by: Clinician, request: Request): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await this.attempt(by, request)
      if (reply && reply.status < 300) return this.acknowledge(reply)
      const { current } = reply?.metadata ?? {}
      if (reply?.status === 409 && current !== undefined && attempt > 1) {
        return this.acknowledge({ ...reply, payload: current as Reply['payload'] })
      }
      if (this.abandoned) throw new Error('abandoned')
      this.refuse(request, reply)
      await sleep(100)
    }
  }

  private acknowledge(reply: Reply): Reply {
    this.acknowledged += 1
    return reply
  }

  private refuse(request: Request, reply: Reply | undefined): void {
    if (reply === undefined) return
    if ((reply.status === 503 && reply.retryAfter !== undefined) || reply.error === 'storage_full') {
      this.refusals.push(reply)
      return
    }
    if (reply.error === 'idempotency_in_flight') return
    throw new Error(`${request.method} ${request.path} answered ${reply.status} ${reply.error}`)
  }

  private async attempt(by: Clinician, request: Request): Promise<Reply | undefined> {
    const startedAt = performance.now()
    try {
      return await sendAs(this.target.baseUrl, by, request)
    } catch (error) {
      const { name, cause } = error as Error
      const after = Math.round(performance.now() - startedAt)
      this.silences.push(`${request.method} ${request.path}, ${after} ms: ${name} ${String(cause ?? '')}`)
      if (!foundNobody(error)) this.broken += 1
      return undefined
    }
  }
}

const appointmentInput = (by: Clinician, patientId: number, slot: number) => {
  const start = Date.UTC(2030, 0, 1) + slot * appointmentMs
  return {
    doctorId: by.doctorId,
    patientId,
    start: new Date(start).toISOString(),
    end: new Date(start + appointmentMs).toISOString(),
    title: `Control ${randomUUID()}`,
  }
}
