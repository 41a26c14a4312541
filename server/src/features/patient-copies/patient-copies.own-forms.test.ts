import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import { moduleEndpoints } from '@ulna/contract/modules/modules'
import { paperEndpoints } from '@ulna/contract/papers/papers'
import type { ReservedReason } from '@ulna/contract/record-class/record-class'
import { recordEndpoints } from '@ulna/contract/records/records'
import { afterAll, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { copiesOf, textOf } from '../../../test/copies.ts'
import { createPatient, installModule, writeRecord } from '../../../test/factories/clinical.ts'
import { ownModuleDocument } from '../../../test/factories/own-module.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { signByTyping } from '../../../test/factories/signatures.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
await giveSigningKey(app, owner)
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

const by = { token: owner.token }
const { partsOf, copyOf } = copiesOf(app, owner, scratch.directory)

interface Marks {
  readonly impression?: ReservedReason
  readonly trust?: ReservedReason
}

/** A form of the practice that asks what somebody thinks, how much they trust, and counts that. */
const formOf = (id: string, { impression, trust }: Marks) => {
  const document = ownModuleDocument(id, 'propia')
  const texts = { ...document.locales.es, impression: 'Impresión', trust: 'Confianza', total: 'Suma' }
  const fields = [
    { ...{ id: 'answer', label: 'answer', type: 'number', displayOrder: 10 } },
    {
      ...{ id: 'impression', label: 'impression', type: 'textarea', displayOrder: 20 },
      ...(impression && { reserved: impression }),
    },
    {
      ...{ id: 'trust', label: 'trust', type: 'number', displayOrder: 30 },
      ...(trust && { reserved: trust }),
    },
  ]
  const of = [{ field: 'answer' }, { field: 'trust' }]
  const scores = [{ id: 'total', label: 'total', expression: { op: 'sum', of, atLeast: 0 } }]
  const [form] = document.classes
  return {
    ...document,
    classes: [{ ...form, sections: [{ id: 'main', label: 'name', displayOrder: 10, fields }], scores }],
    locales: { es: texts, en: texts, it: texts },
  }
}

const bringIn = async (document: object): Promise<void> => {
  const { status, text } = await callEndpoint(app, moduleEndpoints.import, { ...by, body: document })
  expect(status, text).toBe(201)
}

const write = async (classId: string, data: object, subtype: string | null = null) => {
  const { id } = await createPatient(app, owner, { firstName: 'Mariana', lastName: 'Gómez' })
  const record = await writeRecord(app, owner, {
    ...{ ownerId: id, type: 'test', subtype, recordClassId: classId, data },
  })
  return { id, record }
}

const answers = { answer: 40, impression: 'Exagera un Quintal', trust: 2 }

const reservedIn = async (patientId: number): Promise<Record<string, string | null>> =>
  Object.fromEntries(
    (await partsOf(patientId)).filter((one) => one.reserved).map((one) => [one.key, one.reserved]),
  )

it('what a form of the practice marks stays out by default, with why, and what is counted from it too', async () => {
  await bringIn(formOf('trusting', { impression: 'annotation', trust: 'third_person' }))
  const { id } = await write('own_trusting', answers)
  expect(await reservedIn(id)).toEqual({
    'own_trusting.impression': 'annotation',
    'own_trusting.trust': 'third_person',
  })
  const copied = await copyOf(id, { given: [] })
  expect(copied.said).not.toContain('Quintal')
  expect(copied.copy.keptBack.toSorted()).toEqual(['own_trusting.impression', 'own_trusting.trust'])
  const page = textOf(copied, 'index.html')
  expect(page).toContain('Escala propia: Impresión')
  expect(page).toContain('anotación subjetiva de un profesional')
  expect(page).toContain('confiado sobre otra persona o por ella')
  expect(copied.paper).toContain('40')
  expect(copied.paper).not.toContain('Suma')
  const given = await copyOf(id, { given: ['own_trusting.impression', 'own_trusting.trust'] })
  expect(given.said).toContain('Quintal')
  expect(given.paper).toMatch(/Suma\s*42/)
})

it('a mark holds for what was written before it, makes no new version, and seals stand as they were', async () => {
  await bringIn(formOf('late', {}))
  const { id, record } = await write('own_late', answers)
  const [seal] = (await signByTyping(app, owner, record)).signatures
  expect(await reservedIn(id)).toEqual({})
  await bringIn(formOf('late', { impression: 'annotation' }))
  const form = await callEndpoint(app, recordEndpoints.readClass, {
    ...{ ...by, params: { classId: 'own_late', version: '1' } },
  })
  expect(form.payload).toMatchObject({ version: 1 })
  expect(JSON.stringify(form.payload)).toContain('"reserved":"annotation"')
  expect((await copyOf(id, { given: [] })).said).not.toContain('Quintal')
  const verified = await callEndpoint(app, paperEndpoints.verify, { body: { code: seal?.sealId ?? '' } })
  expect(verified.payload).toMatchObject({ compared: 'seal', altered: null })
  await bringIn(formOf('late', {}))
  expect(await reservedIn(id)).toEqual({})
  expect((await copyOf(id, { given: [] })).said).toContain('Quintal')
})

it('a mark of the newest version holds for answers of the versions before it', async () => {
  await bringIn(formOf('grown', {}))
  const { id } = await write('own_grown', answers)
  const next = formOf('grown', { impression: 'third_person' })
  const [form] = next.classes
  if (!form) throw new Error('the module has no form')
  await bringIn({ ...next, classes: [{ ...form, scores: [] }] })
  expect(await reservedIn(id)).toEqual({ 'own_grown.impression': 'third_person' })
})

it('a shipped form that a practice makes its own reserves what it did', async () => {
  await installModule(app, owner, 'consents')
  const { payload } = await callEndpoint(app, moduleEndpoints.export, { ...by, params: { id: 'consents' } })
  const { module, ...rest } = payload as ModuleDocument
  await bringIn({ ...rest, module: { ...module, id: 'own_consents' } })
  const data = { companion: 'Su Cuñadísima', examinationRoute: ['external'] }
  const { id } = await write('own_consent_pelvic_floor', data, 'consent_pelvic_floor')
  expect(await reservedIn(id)).toEqual({ 'own_consent_pelvic_floor.companion': 'third_person' })
})

it('what stores no answer cannot be reserved', async () => {
  const document = formOf('titled', {})
  const [form] = document.classes
  const title = { id: 'head', label: 'name', type: 'title', displayOrder: 5, reserved: 'annotation' }
  const sections = [{ id: 'main', label: 'name', displayOrder: 10, fields: [title] }]
  const { payload } = await callEndpoint(app, moduleEndpoints.check, {
    ...{ ...by, body: { ...document, classes: [{ ...form, sections, scores: [] }] } },
  })
  expect(payload).toMatchObject({
    faults: [{ at: 'classes.own_titled.main.head', message: 'cannotBeReserved' }],
  })
})
