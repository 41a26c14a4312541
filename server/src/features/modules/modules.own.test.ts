import { languages } from '@ulna/contract/languages'
import type { ModuleDocument, ModuleDocumentInput } from '@ulna/contract/modules/module-document'
import { moduleLimits } from '@ulna/contract/modules/module-document'
import { type InstalledModules, moduleEndpoints, type RecordModule } from '@ulna/contract/modules/modules'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { neededConsents } from '@ulna/contract/record-class/record-class.consents'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { beforeEach, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { classInput, documentInput } from './modules.document.fixture.ts'
import { loadModules } from './modules.files.ts'

let owner: TestPerson

const app = await testServer()

beforeEach(async () => {
  owner = await registerOwner(app)
})

const send = (by: TestPerson, body: unknown): Promise<TestAnswer> =>
  callEndpoint(app, moduleEndpoints.import, { token: by.token, body })

const check = async (by: TestPerson, body: unknown): Promise<{ faults: unknown[] }> =>
  (await callEndpoint(app, moduleEndpoints.check, { token: by.token, body })).payload

const bringIn = async (by: TestPerson, body: unknown = documentInput()): Promise<InstalledModules> => {
  const { status, payload, text } = await send(by, body)
  expect(status, text).toBe(201)
  return payload
}

const exported = async (by: TestPerson, id = 'own_strength'): Promise<ModuleDocument> => {
  const { status, payload, text } = await callEndpoint(app, moduleEndpoints.export, {
    token: by.token,
    params: { id },
  })
  expect(status, text).toBe(200)
  return payload
}

const offered = async (by: TestPerson): Promise<RecordClass[]> =>
  (await callEndpoint(app, recordEndpoints.classes, { token: by.token })).payload

const classAt = (by: TestPerson, version: number, classId = 'own_squat'): Promise<TestAnswer> =>
  callEndpoint(app, recordEndpoints.readClass, {
    token: by.token,
    params: { classId, version: String(version) },
  })

const write = (by: TestPerson, patientId: number, data: Record<string, unknown>): Promise<TestAnswer> =>
  callEndpoint(app, recordEndpoints.create, {
    token: by.token,
    body: { ownerId: patientId, type: 'test', subtype: 'squat', recordClassId: 'own_squat', data },
  })

const rowsOf = (by: TestPerson) =>
  app.owner.queries
    .selectFrom('practice_record_classes')
    .select(['class_id', 'version', 'active'])
    .where('practice_id', '=', by.practiceId)
    .orderBy('class_id')
    .orderBy('version')
    .execute()

const texts = documentInput().locales.es

const ownOf = (installed: InstalledModules['installed']) => installed.find(({ own }) => own)

/** The module with another field in its form. */
const changed = (): ModuleDocumentInput => {
  const [section] = classInput().sections
  if (!section) throw new Error('the form has no section')
  const pain = { id: 'pain', label: 'pain', type: 'pain_scale' as const, displayOrder: 20 }
  const withPain = { ...texts, pain: 'Dolor' }
  return documentInput({
    classes: [classInput({ sections: [{ ...section, fields: [...section.fields, pain] }] })],
    locales: { es: withPain, en: withPain, it: withPain },
  })
}

const withName = (spanish: string): ModuleDocumentInput =>
  documentInput({ locales: { es: { ...texts, squat: spanish }, en: texts, it: texts } })

describe('a module of a practice’s own', () => {
  it('is installed by its import, and its forms are written with', async () => {
    const patient = await createPatient(app, owner)
    const { installed } = await bringIn(owner)
    expect(installed.map(({ id, own }) => [id, own])).toEqual([
      ['consents', false],
      ['own_strength', true],
      ['standard', false],
      ['techniques', false],
    ])
    expect(ownOf(installed)).toMatchObject({
      installedBy: 'Laura Restrepo',
      recordClasses: [{ classId: 'own_squat' }],
    })
    expect((await offered(owner)).map(({ classId }) => classId)).toContain('own_squat')
    expect((await write(owner, patient.id, { count: 12 })).status).toBe(201)
    const seen = await callEndpoint(app, moduleEndpoints.installed, { token: owner.token })
    expect(seen.payload).toMatchObject({ used: ['own_strength'] })
  })

  it('keeps every record with the version it was written with, whatever is imported later', async () => {
    const patient = await createPatient(app, owner)
    await bringIn(owner)
    const first: RecordRow = (await write(owner, patient.id, { count: 12 })).payload
    await bringIn(owner, changed())
    const second: RecordRow = (await write(owner, patient.id, { count: 15, pain: 3 })).payload
    expect([first.recordClassVersion, second.recordClassVersion]).toEqual([1, 2])

    const fieldsAt = async (version: number) => {
      const { payload } = await classAt(owner, version)
      return (payload as RecordClass).sections.flatMap(({ fields }) => fields.map(({ id }) => id))
    }
    expect(await fieldsAt(1)).toEqual(['count'])
    expect(await fieldsAt(2)).toEqual(['count', 'pain'])
    const correct = (id: number, data: unknown) =>
      callEndpoint(app, recordEndpoints.update, { token: owner.token, params: { id }, body: { data } })
    expect((await correct(first.id, { count: 13 })).status).toBe(200)
    expect((await correct(first.id, { count: 13, pain: 1 })).status).toBe(400)
    const old = await callEndpoint(app, recordEndpoints.read, {
      token: owner.token,
      params: { id: first.id },
    })
    expect(old.payload).toMatchObject({ recordClassVersion: 1, data: { count: 13 } })
  })

  it('counts its versions itself, and counts none where nothing is asked anew', async () => {
    await bringIn(owner)
    await bringIn(owner)
    expect(await rowsOf(owner)).toEqual([{ class_id: 'own_squat', version: 1, active: true }])
    await bringIn(owner, changed())
    await bringIn(owner, documentInput())
    expect((await rowsOf(owner)).map(({ version }) => version)).toEqual([1, 2, 3])
    expect(await exported(owner)).toMatchObject({ module: { version: 3 }, classes: [{ version: 3 }] })
  })

  it('takes a version of the document that is higher than its own', async () => {
    await bringIn(owner, documentInput({ classes: [classInput({ version: 7 })] }))
    const [one] = changed().classes
    await bringIn(owner, { ...changed(), classes: [{ ...one, version: 3 }] })
    expect((await rowsOf(owner)).map(({ version }) => version)).toEqual([7, 8])
  })

  it('may have its texts corrected, which is no new version and is seen at once', async () => {
    await bringIn(owner)
    expect((await classAt(owner, 1)).payload).toMatchObject({ locales: { es: { squat: 'Sentadillas' } } })
    const { installed } = await bringIn(owner, withName('Sentadillas en 30 s'))
    expect(ownOf(installed)).toMatchObject({ locales: { es: { squat: 'Sentadillas en 30 s' } }, version: 2 })
    expect((await classAt(owner, 1)).payload).toMatchObject({
      locales: { es: { squat: 'Sentadillas en 30 s' } },
    })
    expect(await rowsOf(owner)).toHaveLength(1)
  })

  it('writes nothing new with a form that is gone, or put to rest, and keeps what there is', async () => {
    const patient = await createPatient(app, owner)
    await bringIn(owner)
    await write(owner, patient.id, { count: 12 })
    const module = { ...documentInput().module, classes: ['jump'] }
    await bringIn(owner, documentInput({ module, classes: [classInput({ classId: 'jump' })] }))
    expect((await write(owner, patient.id, { count: 12 })).status).toBe(404)
    expect((await classAt(owner, 1)).payload).toMatchObject({ classId: 'own_squat', active: false })
    await bringIn(owner)
    expect((await write(owner, patient.id, { count: 12 })).status).toBe(201)
    await bringIn(owner, documentInput({ classes: [classInput({ active: false })] }))
    expect((await write(owner, patient.id, { count: 12 })).status).toBe(404)
    expect(await rowsOf(owner)).toEqual([
      { class_id: 'own_jump', version: 1, active: false },
      { class_id: 'own_squat', version: 1, active: false },
    ])
  })

  it('is uninstalled and installed like any other', async () => {
    const patient = await createPatient(app, owner)
    await bringIn(owner)
    const record: RecordRow = (await write(owner, patient.id, { count: 12 })).payload
    const call = (endpoint: typeof moduleEndpoints.install | typeof moduleEndpoints.uninstall) =>
      callEndpoint(app, endpoint, { token: owner.token, params: { id: 'own_strength' } })
    const { payload: left }: { payload: InstalledModules } = await call(moduleEndpoints.uninstall)
    expect(ownOf(left.installed)).toBeUndefined()
    expect(left.used).toEqual(['own_strength'])
    expect((await write(owner, patient.id, { count: 12 })).status).toBe(404)
    expect((await offered(owner)).map(({ classId }) => classId)).not.toContain('own_squat')
    expect((await classAt(owner, 1)).status).toBe(200)
    const read = await callEndpoint(app, recordEndpoints.read, {
      token: owner.token,
      params: { id: record.id },
    })
    expect(read.payload).toMatchObject({ data: { count: 12 } })
    const list = await callEndpoint(app, moduleEndpoints.list, { token: owner.token })
    expect((list.payload as RecordModule[]).filter(({ own }) => own).map(({ id }) => id)).toEqual([
      'own_strength',
    ])
    expect((await call(moduleEndpoints.install)).status).toBe(200)
    expect((await write(owner, patient.id, { count: 12 })).status).toBe(201)
  })

  it('is imported once when it is imported twice at once, and leaves a row in the trail each time', async () => {
    const answers = await Promise.all([
      send(owner, documentInput()),
      send(owner, changed()),
      send(owner, changed()),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const versions = (await rowsOf(owner)).map(({ version }) => version)
    expect(versions).toEqual(versions.map((_, index) => index + 1))
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select(['user_id', 'patient_id', 'detail'])
      .where('practice_id', '=', owner.practiceId)
      .where('action', '=', 'module.import')
      .execute()
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({ user_id: owner.userId, patient_id: null })
    expect(rows.map(({ detail }) => (JSON.parse(detail) as { module: string }).module)).toEqual(
      Array(3).fill('own_strength'),
    )
  })
})

describe('a consent of a practice’s own', () => {
  const documentOf = (risks: string, needsConsent: string) => {
    const words = { name: 'Ventosas', risks: 'Riesgos', risks_text: risks, area: 'Zona' }
    const common = { name: 'name', type: 'test', subType: null }
    const read = { id: 'risks', label: 'risks', text: 'risks_text', displayOrder: 10, fields: [] }
    const area = { id: 'area', label: 'area', type: 'text', displayOrder: 10 }
    const done = { id: 'main', label: 'name', displayOrder: 10, fields: [area] }
    return {
      ...documentInput(),
      module: {
        ...documentInput().module,
        id: 'cupping',
        name: 'name',
        description: 'name',
        classes: ['cups', 'cups_yes'],
      },
      classes: [
        { ...common, classId: 'cups', needsConsent, sections: [done] },
        { ...common, classId: 'cups_yes', consent: true, sections: [read] },
      ],
      locales: { es: words, en: words, it: words },
    }
  }

  const risksAt = async (version: number) => {
    const { locales }: RecordClass = (await classAt(owner, version, 'own_cups_yes')).payload
    return locales.es?.risks_text
  }

  it('is needed by the name it gets, and another text of it is another version', async () => {
    await bringIn(owner, documentOf('Hematomas.', 'cups_yes'))
    const forms = await offered(owner)
    expect(forms.find(({ classId }) => classId === 'own_cups')?.needsConsent).toBe('own_cups_yes')
    await bringIn(owner, documentOf('Hematomas y ampollas.', 'cups_yes'))
    expect(await risksAt(1)).toBe('Hematomas.')
    expect(await risksAt(2)).toBe('Hematomas y ampollas.')
    expect((await classAt(owner, 2, 'own_cups')).status).toBe(404)
  })

  it('is needed by a choice of a field by the name it gets; one that is nowhere is told at its field', async () => {
    const withChoice = (needsConsent: string) => {
      const document = documentOf('Hematomas.', 'cups_yes')
      const choices = {
        id: 'used',
        label: 'area',
        type: 'select',
        displayOrder: 20,
        options: [
          { value: 'cups', label: 'area', needsConsent },
          { value: 'none', label: 'name' },
        ],
      }
      const group = { id: 'group', label: 'area', type: 'fieldgroup', displayOrder: 20, subfields: [choices] }
      const [{ needsConsent: _, ...cups } = {}, consent] = document.classes as Record<string, unknown>[]
      const sections = [{ id: 'main', label: 'name', displayOrder: 10, fields: [group] }]
      return { ...document, classes: [{ ...cups, sections }, consent] }
    }
    await bringIn(owner, withChoice('cups_yes'))
    const form = (await offered(owner)).find(({ classId }) => classId === 'own_cups')
    expect(form && neededConsents(form, { used: 'cups' })).toEqual(['own_cups_yes'])
    expect(form && neededConsents(form, { used: 'none' })).toEqual([])
    const before = await exported(owner, 'own_cupping')
    await bringIn(owner, before)
    expect(await exported(owner, 'own_cupping')).toEqual(before)
    expect(await check(owner, withChoice('consent_nowhere'))).toEqual({
      faults: [
        {
          at: 'classes.own_cups.main.group.used.needsConsent',
          message: 'consentUnknown',
          params: { id: 'consent_nowhere' },
        },
      ],
    })
    const wrong = await check(owner, withChoice('No es un id'))
    expect(wrong.faults).toMatchObject([{ message: 'wrongId' }])
  })

  it('may be one that ships; one that is nowhere or is none is told and refused', async () => {
    await bringIn(owner, documentOf('Hematomas.', 'consent_dry_needling'))
    for (const [id, message] of [
      ['consent_nowhere', 'consentUnknown'],
      ['posture', 'noConsent'],
    ] as const) {
      const fault = { at: 'classes.own_cups.needsConsent', message, params: { id } }
      expect(await check(owner, documentOf('Hematomas.', id))).toEqual({ faults: [fault] })
      expect((await send(owner, documentOf('Hematomas.', id))).errors).toMatchObject([
        { message: 'module_refused' },
      ])
    }
  })
})

describe('an export', () => {
  it('is what was imported, and imports unchanged', async () => {
    await bringIn(owner, changed())
    const first = await exported(owner)
    expect(first).toMatchObject({ format: 'ulna-module/1', locales: changed().locales })
    await bringIn(owner, first)
    expect(await exported(owner)).toEqual(first)
    expect(await rowsOf(owner)).toHaveLength(1)
    const other = await registerOwner(app)
    await bringIn(other, first)
    expect(await exported(other)).toEqual(first)
  })

  it('of every module that ships says what its files say of forms that are written, and makes one of a practice’s own elsewhere', async () => {
    for (const { module, classes } of loadModules(`${repositoryRoot}/modules`)) {
      const document = await exported(owner, module.id)
      const written = classes.filter(({ active }) => active)
      const ids = written.map(({ classId }) => classId)
      expect(document.module, module.id).toEqual({ ...module, classes: ids })
      expect(document.classes).toEqual(written.map(({ recordModuleId: _, locales: __, ...file }) => file))
      for (const language of languages)
        for (const one of written) expect(document.locales[language]).toMatchObject(one.locales[language])
      if (module.id === 'standard') continue
      await bringIn(owner, document)
      const copy = await exported(owner, `own_${module.id}`)
      expect(copy.module.classes).toEqual(module.classes.map((id) => `own_${id}`))
      expect(await check(owner, copy)).toEqual({ faults: [] })
      await bringIn(owner, copy)
      expect(await exported(owner, `own_${module.id}`)).toEqual(copy)
    }
  })

  it('of what is nowhere is not found', async () => {
    for (const id of ['nowhere', 'own_strength']) {
      const { status } = await callEndpoint(app, moduleEndpoints.export, {
        token: owner.token,
        params: { id },
      })
      expect(status).toBe(404)
    }
  })
})

describe('a module that is wrong', () => {
  const wrong = (): unknown => documentInput({ classes: [classInput({ type: 'document' })] })
  const faults = [{ at: 'classes.own_squat.type', message: 'onlyTests', params: { type: 'document' } }]

  it('is told what is wrong with it by the check, which stores nothing of a right one either', async () => {
    expect(await check(owner, wrong())).toEqual({ faults })
    expect(await check(owner, documentInput())).toEqual({ faults: [] })
    expect(await rowsOf(owner)).toEqual([])
  })

  it('is refused whole, with the same faults, and what there was stays', async () => {
    await bringIn(owner)
    const before = await exported(owner)
    const { status, errors, text } = await send(owner, wrong())
    expect([status, errors[0]?.message]).toEqual([400, 'module_refused'])
    expect(JSON.parse(text)).toMatchObject({ metadata: { faults } })
    expect(await exported(owner)).toEqual(before)
  })

  it('may not take a form of another module of the practice', async () => {
    await bringIn(owner)
    const thief = documentInput({ module: { ...documentInput().module, id: 'thief' } })
    const told = [
      {
        at: 'classes.own_squat',
        message: 'classElsewhere',
        params: { id: 'own_squat', module: 'own_strength' },
      },
    ]
    expect(await check(owner, thief)).toEqual({ faults: told })
    expect((await send(owner, thief)).status).toBe(400)
    const other = await registerOwner(app)
    expect(await check(other, thief)).toEqual({ faults: [] })
  })

  it('may not be one more than a practice can have, unless it is one it has', async () => {
    await bringIn(owner)
    const one = await app.owner.queries
      .selectFrom('practice_record_modules')
      .selectAll()
      .where('practice_id', '=', owner.practiceId)
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: moduleLimits.modules - 1 }, (_, index) => ({
      ...one,
      id: `own_m${index}`,
    }))
    await app.owner.queries.insertInto('practice_record_modules').values(others).execute()
    expect(await check(owner, changed())).toEqual({ faults: [] })
    const next = documentInput({
      module: { ...documentInput().module, id: 'next', classes: ['next'] },
      classes: [classInput({ classId: 'next' })],
    })
    expect(await check(owner, next)).toEqual({
      faults: [{ at: 'module', message: 'tooManyModules', params: { max: 50 } }],
    })
    expect((await send(owner, next)).status).toBe(400)
  })

  it('is refused as a request where it reaches for a prototype, is nested too deep or too large', async () => {
    const raw = async (body: string) =>
      (
        await app.server.inject({
          method: 'POST',
          url: '/api/record_module/check',
          headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
          body,
        })
      ).statusCode
    expect(await raw('{"format":"ulna-module/1","__proto__":{}}')).toBe(400)
    expect(await raw(`{"format":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).toBe(400)
    expect(await raw(`{"format":"${'x'.repeat(moduleLimits.bytes)}"}`)).toBe(413)
  })
})

describe('another practice', () => {
  it('C1 sees nothing of it: no module, no form, no export, and can do nothing with it', async () => {
    const other = await registerOwner(app)
    const patient = await createPatient(app, other)
    await bringIn(owner)
    const { token } = other
    const params = { id: 'own_strength' }
    const list = await callEndpoint(app, moduleEndpoints.list, { token })
    expect(list.text).not.toContain('own_')
    expect((await classAt(other, 1)).status).toBe(404)
    expect((await write(other, patient.id, { count: 1 })).status).toBe(404)
    for (const endpoint of [moduleEndpoints.install, moduleEndpoints.uninstall, moduleEndpoints.export])
      expect((await callEndpoint(app, endpoint, { token, params })).status, endpoint.path).toBe(404)
    expect((await offered(other)).map(({ classId }) => classId)).not.toContain('own_squat')
  })

  it('C1 has its own of the same ids, and neither is ever read as the other', async () => {
    const other = await registerOwner(app)
    await bringIn(owner)
    await bringIn(other, withName('Saltos'))
    await bringIn(other, changed())
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await classAt(owner, 1)).payload).toMatchObject({ locales: { es: { squat: 'Sentadillas' } } })
      expect((await classAt(other, 1)).payload).toMatchObject({ locales: { es: { squat: 'Saltos' } } })
      expect((await classAt(owner, 2)).status).toBe(404)
      expect((await classAt(other, 2)).status).toBe(200)
    }
  })
})

it('is imported and checked by admins, exported by whoever reads modules', async () => {
  await bringIn(owner)
  const admin = await addMember(app, owner.practiceId, 'admin', false)
  const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
  expect((await send(admin, documentInput())).status).toBe(201)
  expect((await send(practitioner, documentInput())).status).toBe(403)
  const { status } = await callEndpoint(app, moduleEndpoints.check, {
    token: practitioner.token,
    body: documentInput(),
  })
  expect(status).toBe(403)
  expect((await exported(practitioner)).module.id).toBe('own_strength')
})
