import { copyKeyOf, type Draft, draftEndpoints, formOfDraft, isDraftCopy } from '@ulna/contract/drafts/drafts'
import { localCopyEndpoints } from '@ulna/contract/drafts/drafts.local-copies'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

let patientId: number

const { app, owner } = await testPractice()
beforeEach(async () => {
  patientId = (await createPatient(app, owner)).id
})

const form = 'new:med_hist_default'

interface Save {
  readonly text: string
  readonly revision?: number
  readonly over?: boolean
  readonly writtenAt?: string
  readonly key?: string
  readonly device?: string
}

const save = ({ text, key = form, device = 'Tableta', ...rest }: Save, by = owner) =>
  callEndpoint(app, draftEndpoints.save, {
    params: { patientId, key },
    token: by.token,
    body: { data: { profession: text }, ...rest },
    headers: { 'user-agent': device },
  })
const list = async (by = owner): Promise<Draft[]> =>
  (await callEndpoint(app, draftEndpoints.list, { params: { patientId }, token: by.token })).payload
const texts = async (): Promise<string[]> => (await list()).map(({ data }) => String(data.profession)).sort()

describe('two texts of one form', () => {
  it('H4 the one that saw less is refused and told what the other says', async () => {
    await save({ text: 'Uno' })
    expect(await save({ text: 'Dos' })).toMatchObject({
      status: 409,
      metadata: { current: { data: { profession: 'Uno' }, revision: 1, device: 'Tableta' } },
    })
    expect(await texts()).toEqual(['Uno'])
  })

  it('H4 written over on purpose, the other is a copy with its time and its device', async () => {
    const first: Draft = (await save({ text: 'Uno', device: 'Teléfono' })).payload
    const over = await save({ text: 'Dos', over: true, device: 'Tableta' })
    expect(over).toMatchObject({ status: 200, payload: { key: form, revision: 2, device: 'Tableta' } })
    const copy = (await list()).find(({ key }) => isDraftCopy(key))
    expect(copy).toMatchObject({
      data: { profession: 'Uno' },
      device: 'Teléfono',
      updatedAt: first.updatedAt,
    })
    expect(formOfDraft(copy?.key ?? '')).toBe(form)
  })

  it('H4 sent over again after a lost answer, there is no second copy', async () => {
    await save({ text: 'Uno' })
    for (let time = 0; time < 3; time += 1) await save({ text: 'Dos', over: true })
    expect(await texts()).toEqual(['Dos', 'Uno'])
  })

  it('H4 with what one has seen, writing over is a save like any other', async () => {
    await save({ text: 'Uno' })
    await save({ text: 'Dos', revision: 1, over: true })
    expect(await texts()).toEqual(['Dos'])
  })

  it('H4 whatever tabs do at the same time, no text is overwritten that nobody saw', async () => {
    const step = fc.record({ tab: fc.nat(2), over: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        patientId = (await createPatient(app, owner)).id
        const seen = [0, 0, 0]
        // What must be somewhere: every text that was taken, until its own tab wrote on over it.
        const owed = new Map<number, string>()
        for (const [number, { tab, over }] of steps.entries()) {
          const text = `${tab}-${number}`
          const answer = await save({ text, revision: seen[tab] ?? 0, over })
          if (answer.status !== 200) continue
          seen[tab] = (answer.payload as Draft).revision
          owed.set(tab, text)
        }
        const kept = await texts()
        // A tab that saw another's text and saves over it does so knowingly; here no tab ever reads.
        const missing = [...owed.values()].filter((text) => !kept.includes(text))
        expect(missing).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

describe('a copy', () => {
  it('is written on under its own name and thrown away alone', async () => {
    const key = copyKeyOf(form, '0a1b2c3d')
    await save({ text: 'Uno' })
    expect((await save({ text: 'Copia', key })).status).toBe(200)
    expect((await save({ text: 'Copia más larga', key, revision: 1 })).status).toBe(200)
    expect(await texts()).toEqual(['Copia más larga', 'Uno'])
    await callEndpoint(app, draftEndpoints.remove, { params: { patientId, key }, token: owner.token })
    expect(await texts()).toEqual(['Uno'])
  })

  it('keeps when it was typed, and nothing is written tomorrow', async () => {
    const at = '2026-01-02T10:42:00Z'
    const key = copyKeyOf(form, '0a1b2c3d')
    expect((await save({ text: 'Ayer', key, writtenAt: at })).payload).toMatchObject({ updatedAt: at })
    const answer = await save({ text: 'Mañana', writtenAt: '2999-01-01T00:00:00Z' })
    expect(Date.parse((answer.payload as Draft).updatedAt)).toBeLessThanOrEqual(Date.now() + 60_000)
  })

  it('belongs to a record of the patient, as the draft it is a copy of', async () => {
    const other = await createPatient(app, owner)
    const record = await writeRecord(app, owner, caseInput(other.id))
    const key = copyKeyOf(`record:${record.id}`, '0a1b2c3d')
    expect(await save({ text: 'Otra persona', key })).toMatchObject({
      status: 400,
      errors: [{ message: 'patient_record_not_match' }],
    })
  })

  it('has a name of eight digits', async () => {
    for (const name of ['1', 'ABCDEF01', '0a1b2c3d4', '0a1b2c3d:copy:0a1b2c3d', '../../auth'])
      expect((await save({ text: 'x', key: copyKeyOf(form, name) })).status).toBe(400)
  })

  it('is its writer’s alone', async () => {
    const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    await save({ text: 'Uno' })
    await save({ text: 'Dos', over: true })
    expect(await list(colleague)).toEqual([])
  })
})

describe('the key of local copies', () => {
  const keyOf = async (by: TestPerson): Promise<string> =>
    ((await callEndpoint(app, localCopyEndpoints.key, { token: by.token })).payload as { key: string }).key

  it('H6 is the same whenever the same person asks, and nobody else’s', async () => {
    const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    const stranger = await registerOwner(app)
    expect(await keyOf(owner)).toMatch(/^[0-9a-f]{64}$/)
    expect(await keyOf(owner)).toBe(await keyOf(owner))
    expect(new Set([await keyOf(owner), await keyOf(colleague), await keyOf(stranger)]).size).toBe(3)
  })

  it('H6 is told to clinical members only', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    expect(await callEndpoint(app, localCopyEndpoints.key, { token: assistant.token })).toMatchObject({
      status: 403,
      errors: [{ message: 'clinical_access_required' }],
    })
    expect((await callEndpoint(app, localCopyEndpoints.key)).status).toBe(401)
  })
})
