import { languages } from '@ulna/contract/languages'
import { type InstalledModules, moduleEndpoints, type RecordModule } from '@ulna/contract/modules/modules'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { recordEndpoints } from '@ulna/contract/records/records'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, repositoryRoot } from '../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { createPatient, installModule } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { loadModules } from './modules.files.ts'
import { syncModules } from './modules.sync.ts'

let owner: TestPerson

const app = await testServer({ alone: true })

beforeEach(async () => {
  owner = await registerOwner(app)
})

const install = (by: TestPerson, id: string): Promise<TestAnswer> =>
  callEndpoint(app, moduleEndpoints.install, { token: by.token, params: { id } })

const uninstall = (by: TestPerson, id: string): Promise<TestAnswer> =>
  callEndpoint(app, moduleEndpoints.uninstall, { token: by.token, params: { id } })

const refusalOf = ({ status, errors }: TestAnswer) => [status, errors[0]?.message]

const seenBy = async (by: TestPerson): Promise<InstalledModules> =>
  (await callEndpoint(app, moduleEndpoints.installed, { token: by.token })).payload

/** What every practice starts with besides the standard module; these tests look at what comes after. */
const firstModules = ['consents', 'techniques']

const afterwards = ({ installed }: InstalledModules) =>
  installed.filter(({ id }) => !firstModules.includes(id))

const idsOf = (modules: InstalledModules): string[] => afterwards(modules).map(({ id }) => id)

const classesOf = async (by: TestPerson): Promise<string[]> => {
  const { payload } = await callEndpoint(app, recordEndpoints.classes, { token: by.token })
  return (payload as RecordClass[]).map(({ classId }) => classId)
}

const rowsOf = (by: TestPerson) =>
  app.owner.queries
    .selectFrom('practice_modules')
    .selectAll()
    .where('practice_id', '=', by.practiceId)
    .where('module_id', 'not in', firstModules)
    .orderBy('installed_at')
    .execute()

const trailOf = async (by: TestPerson) => {
  const rows = await app.owner.queries
    .selectFrom('audit_events')
    .select(['action', 'user_id', 'patient_id', 'detail'])
    .where('practice_id', '=', by.practiceId)
    .where('action', 'like', 'module.%')
    .orderBy('at')
    .execute()
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as unknown }))
}

const kneeOf = (patientId: number) => ({
  ownerId: patientId,
  type: 'test',
  subtype: 'goniometry_knee',
  recordClassId: 'goniometry_knee',
  data: { flexion: { left: 120, right: 135 } },
})

const writeKnee = (by: TestPerson, patientId: number): Promise<TestAnswer> =>
  callEndpoint(app, recordEndpoints.create, { token: by.token, body: kneeOf(patientId) })

describe('the modules that can be installed', () => {
  it('are all that ship and are public, by id, with their classes and the texts to name them', async () => {
    const { payload, metadata } = await callEndpoint(app, moduleEndpoints.list, { token: owner.token })
    const listed = payload as RecordModule[]
    const shipped = loadModules(`${repositoryRoot}/modules`).filter(({ module }) => module.public)
    expect(listed.map(({ id }) => id)).toEqual(shipped.map(({ module }) => module.id))
    expect(metadata).toEqual({ total: shipped.length, limit: shipped.length, offset: 0 })
    for (const { id, name, description, recordClasses, locales } of listed) {
      const named = recordClasses.flatMap((one) => [one.name, one.description ?? one.name])
      for (const language of languages)
        for (const key of [name, description, ...named])
          expect(locales[language][key], `${id} ${language} ${key}`).toMatch(/\S/)
    }
    const files = shipped.find(({ module }) => module.id === 'falls')
    expect(listed.find(({ id }) => id === 'falls')).toMatchObject({
      sources: files?.module.sources,
      recordClasses: files?.classes.map(({ classId, version, type, subType }) => ({
        classId,
        version,
        type,
        subType,
      })),
    })
  })

  it('leave out what is not for every practice, which nobody can install either', async () => {
    const other = await buildTestApp()
    try {
      const person = await registerOwner(other)
      await other.owner.queries
        .insertInto('record_modules')
        .values({ id: 'of_one_house', body: JSON.stringify({ id: 'of_one_house', public: false }) })
        .execute()
      const { payload } = await callEndpoint(other, moduleEndpoints.list, { token: person.token })
      expect((payload as RecordModule[]).map(({ id }) => id)).not.toContain('of_one_house')
      const answer = await callEndpoint(other, moduleEndpoints.install, {
        token: person.token,
        params: { id: 'of_one_house' },
      })
      expect(refusalOf(answer)).toEqual([404, 'not_found'])
    } finally {
      await other.close()
    }
  })

  it('stay the same when a server starts again', async () => {
    const read = () => app.owner.queries.selectFrom('record_modules').selectAll().orderBy('id').execute()
    const before = await read()
    await syncModules(app.database.ownerConnection, `${repositoryRoot}/modules`)
    expect(await read()).toEqual(before)
  })
})

describe('a practice', () => {
  it('starts with the standard module, which nobody installed, with consents and the techniques that need them', async () => {
    const { installed, used } = await seenBy(owner)
    expect(installed).toMatchObject([
      { id: 'consents', installedBy: 'Laura Restrepo' },
      { id: 'standard', installedAt: null, installedBy: null },
      { id: 'techniques', installedBy: 'Laura Restrepo' },
    ])
    expect(await classesOf(owner)).toContain('consent_treatment')
    expect(used).toEqual([])
  })

  it('writes with the classes of a module from when it is installed', async () => {
    const patient = await createPatient(app, owner)
    expect(refusalOf(await writeKnee(owner, patient.id))).toEqual([404, 'not_found'])
    const before = await classesOf(owner)
    const answer = await install(owner, 'goniometry')
    expect(answer.status).toBe(200)
    expect(answer.payload).toEqual(await seenBy(owner))
    const [module] = afterwards(answer.payload)
    expect(module).toMatchObject({ id: 'goniometry', installedBy: 'Laura Restrepo' })
    expect(Date.parse(module?.installedAt ?? '')).not.toBeNaN()
    const added = (await classesOf(owner)).filter((classId) => !before.includes(classId))
    expect(added.toSorted()).toEqual(module?.recordClasses.map(({ classId }) => classId).toSorted())
    expect((await writeKnee(owner, patient.id)).status).toBe(201)
    expect((await seenBy(owner)).used).toEqual(['goniometry'])
  })

  it('keeps what it wrote when the module goes, and writes nothing new with it', async () => {
    const patient = await createPatient(app, owner)
    await installModule(app, owner, 'goniometry')
    const written = await writeKnee(owner, patient.id)
    const { id }: { id: number } = written.payload
    const answer = await uninstall(owner, 'goniometry')
    expect(answer.status).toBe(200)
    expect(idsOf(answer.payload)).toEqual(['standard'])
    expect(await seenBy(owner)).toMatchObject({ used: ['goniometry'] })

    const refused = await writeKnee(owner, patient.id)
    expect(refusalOf(refused)).toEqual([404, 'not_found'])
    expect(refused.errors[0]?.params).toMatchObject({ field: 'recordClassId' })
    expect(await classesOf(owner)).not.toContain('goniometry_knee')

    const { token } = owner
    const read = await callEndpoint(app, recordEndpoints.read, { token, params: { id } })
    expect(read.payload).toMatchObject({ id, data: { flexion: { left: 120, right: 135 } } })
    const params = { classId: 'goniometry_knee', version: '1' }
    const recordClass = await callEndpoint(app, recordEndpoints.readClass, { token, params })
    expect(recordClass.payload).toMatchObject({ recordModuleId: 'goniometry' })
    const corrected = await callEndpoint(app, recordEndpoints.update, {
      token,
      params: { id },
      body: { data: { flexion: { left: 125, right: 135 } } },
    })
    expect(corrected.status, corrected.text).toBe(200)
  })

  it('can take a module up again, and its rows say when it had it', async () => {
    await installModule(app, owner, 'falls')
    await uninstall(owner, 'falls')
    await installModule(app, owner, 'falls')
    expect(idsOf(await seenBy(owner))).toEqual(['falls', 'standard'])
    const rows = await rowsOf(owner)
    expect(rows.map(({ uninstalled_by }) => uninstalled_by)).toEqual([owner.userId, null])
  })

  it('sees nothing of what another one installs or writes', async () => {
    const other = await registerOwner(app)
    const patient = await createPatient(app, other)
    await installModule(app, other, 'goniometry')
    expect((await writeKnee(other, patient.id)).status).toBe(201)
    expect(idsOf(await seenBy(owner))).toEqual(['standard'])
    expect(await seenBy(owner)).toMatchObject({ used: [] })
    expect(await classesOf(owner)).not.toContain('goniometry_knee')
    const own = await createPatient(app, owner)
    expect(refusalOf(await writeKnee(owner, own.id))).toEqual([404, 'not_found'])
    expect(refusalOf(await uninstall(owner, 'goniometry'))).toEqual([409, 'module_not_installed'])
    expect(idsOf(await seenBy(other))).toEqual(['goniometry', 'standard'])
  })
})

describe('installing', () => {
  it('again changes nothing', async () => {
    await installModule(app, owner, 'falls')
    const before = await rowsOf(owner)
    const answer = await install(owner, 'falls')
    expect([answer.status, idsOf(answer.payload)]).toEqual([200, ['falls', 'standard']])
    expect(await rowsOf(owner)).toEqual(before)
  })

  it('the standard module leaves no row: it is everybody’s', async () => {
    const answer = await install(owner, 'standard')
    expect([answer.status, idsOf(answer.payload)]).toEqual([200, ['standard']])
    expect(await rowsOf(owner)).toEqual([])
  })

  it('twice at once makes one row, whoever is first', async () => {
    const ids = ['falls', 'girth', 'goniometry', 'knee']
    const answers = await Promise.all([...ids, ...ids, ...ids].map((id) => install(owner, id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const rows = await rowsOf(owner)
    expect(rows.map(({ module_id }) => module_id).toSorted()).toEqual(ids)
    expect(await trailOf(owner)).toHaveLength(12)
  })

  it('what there is not is refused', async () => {
    expect(refusalOf(await install(owner, 'nowhere'))).toEqual([404, 'not_found'])
    expect(await trailOf(owner)).toEqual([])
  })
})

describe('uninstalling', () => {
  it('the standard module is refused', async () => {
    expect(refusalOf(await uninstall(owner, 'standard'))).toEqual([409, 'module_required'])
  })

  it('what is not installed, or not any more, or nowhere, is refused', async () => {
    expect(refusalOf(await uninstall(owner, 'falls'))).toEqual([409, 'module_not_installed'])
    await installModule(app, owner, 'falls')
    await uninstall(owner, 'falls')
    expect(refusalOf(await uninstall(owner, 'falls'))).toEqual([409, 'module_not_installed'])
    expect(refusalOf(await uninstall(owner, 'nowhere'))).toEqual([404, 'not_found'])
  })

  it('twice at once is done once', async () => {
    await installModule(app, owner, 'falls')
    const answers = await Promise.all([uninstall(owner, 'falls'), uninstall(owner, 'falls')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('who', () => {
  it('may install: admins, with or without clinical access; everybody may look', async () => {
    const admin = await addMember(app, owner.practiceId, 'admin', false)
    const assistant = await addMember(app, owner.practiceId, 'assistant', true)
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    expect((await install(admin, 'falls')).status).toBe(200)
    for (const member of [assistant, practitioner]) {
      expect(refusalOf(await install(member, 'girth'))).toEqual([403, 'admin_role_required'])
      expect(refusalOf(await uninstall(member, 'falls'))).toEqual([403, 'admin_role_required'])
      const { status } = await callEndpoint(app, moduleEndpoints.list, { token: member.token })
      expect(status).toBe(200)
      expect(idsOf(await seenBy(member))).toEqual(['falls', 'standard'])
    }
    expect(afterwards(await seenBy(owner))[0]).toMatchObject({ id: 'falls', installedBy: 'Miembro admin' })
  })

  it('did it stands in the trail: one row a call, none for looking', async () => {
    await installModule(app, owner, 'falls')
    await installModule(app, owner, 'falls')
    await uninstall(owner, 'falls')
    await seenBy(owner)
    const by = { user_id: owner.userId, patient_id: null }
    expect(await trailOf(owner)).toEqual([
      { ...by, action: 'module.install', detail: { module: 'falls' } },
      { ...by, action: 'module.install', detail: { module: 'falls', installedBefore: true } },
      { ...by, action: 'module.uninstall', detail: { module: 'falls' } },
    ])
  })
})
