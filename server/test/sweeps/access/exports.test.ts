import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type EndpointShape, needsFreshProof } from '@ulna/contract/http/endpoint'
import { patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import { practiceMoveEndpoints } from '@ulna/contract/practice-moves/practice-moves'
import { practitionerCopyEndpoints } from '@ulna/contract/practitioner-copies/practitioner-copies'
import { hasRank, roles } from '@ulna/contract/roles'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint, fillPath } from '../../client.ts'
import { handOverCalls } from '../../factories/hand-overs.ts'
import { readZip } from '../../factories/moves.ts'
import { giveSigningKey } from '../../factories/papers.ts'
import { registerOwner, type TestPerson } from '../../factories/people.ts'
import { flatText, poppler } from '../../poppler.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { testServer } from '../../test-practice.ts'
import { beyondToken, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'

const app = await testServer({ alone: true })
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

/** Routes that answer a file which holds many patients: who may have one made, and whose link leads to it. */
const bulk: Readonly<Record<string, 'owner F' | 'admin F' | 'admin' | 'practitioner' | 'link'>> = {
  'GET /practice/export/file/:token': 'link',
  // What one practitioner wrote, when an owner signed it off.
  'GET /entries/file/:token': 'link',
  'GET /settings/audit/export': 'admin F',
  'GET /receipt/export': 'admin F',
  // Rows of a file that came from outside, back to who brought it.
  'GET /import/:id/faults': 'admin',
  // Of one day, as far as the page shows it to whoever asks, and locked (decision 0070).
  'GET /calendar/day-sheet': 'practitioner',
}

/** Routes that answer a file of one patient, or of nobody. */
const single = new Set([
  'GET /patient/:id/vcard',
  'GET /patient/:id/profileImage/:size',
  'GET /appointment/planned/:patientId/calendar',
  'GET /copies/file/:token',
  'GET /handOvers/file/:token',
  'POST /erasure/:id/disclosure',
  // What was destroyed, of numbers: they name nobody.
  'GET /erasure/:id/certificate',
  'GET /erasures/act/:id/paper',
  // Of a practice that is gone: it names nobody.
  'GET /practice/deletion/:id/certificate',
  'GET /paper/:id/content',
  'GET /paper/sheet/:id/content',
  'GET /file/link/:token',
  'GET /file/:id/:variant',
  // The agenda of one practitioner, by an address of theirs alone.
  'GET /calendar/feed/:token',
  'GET /practice/:id/logo/:key',
])

/** Reading one file whole, in the standard of health records. */
const wholeFiles = ['GET /fhir/R4/Patient/:id/$everything', 'GET /fhir/R4/Patient/:id/$summary']

/** Of everybody whom one practitioner sees. */
const ofPractitioner = new Set(['GET /calendar/feed/:token'])

/** Which of them say texts of the patient. */
const says = new Set(['GET /patient/:id/vcard', 'GET /paper/:id/content', ...wholeFiles])

/** What makes a file of many that a link leads to: an owner with a fresh proof. */
const makers = ['POST /practice/export', 'POST /entries/:id/signOff']

/** FHIR is read in pages, as the lists of the app are (decision 0054). */
const isFile = ({ path: at, answers }: EndpointShape): boolean =>
  answers !== undefined && !at.startsWith('/fhir/')

const rankOf = ({ access }: EndpointShape): string | undefined =>
  typeof access === 'object' ? access.rank : undefined

describe('C14: what leaves the house', () => {
  it('is of one patient, or is let out by those alone who were decided', () => {
    const files = app.endpoints.filter(isFile)
    const undecided = files.map(nameOf).filter((name) => !(name in bulk) && !single.has(name))
    expect(undecided).toEqual([])
    const named = new Set(files.map(nameOf))
    expect([...Object.keys(bulk), ...single].filter((name) => !named.has(name))).toEqual([])
    for (const endpoint of files.filter((one) => nameOf(one) in bulk)) {
      const declared =
        endpoint.access === 'public'
          ? 'link'
          : [rankOf(endpoint), needsFreshProof(endpoint) ? 'F' : ''].filter(Boolean).join(' ')
      expect([nameOf(endpoint), declared]).toEqual([nameOf(endpoint), bulk[nameOf(endpoint)]])
    }
    for (const name of makers) {
      const endpoint = app.endpoints.find((one) => nameOf(one) === name)
      if (!endpoint) throw new Error(`there is no ${name}`)
      expect([rankOf(endpoint), needsFreshProof(endpoint)]).toEqual(['owner', true])
    }
    expect(roles.filter((role) => hasRank(role, 'owner'))).toEqual(['owner'])
  })
})

describe('C14: a file that leaves the house', () => {
  let owner: TestPerson
  let scene: PracticeScene
  let neighbour: PracticeScene
  let foreign: PracticeScene
  beforeAll(async () => {
    owner = await registerOwner(app)
    await giveSigningKey(app, owner)
    scene = await stageScene(app, owner)
    neighbour = await stageScene(app, owner)
    foreign = await stageScene(app, await registerOwner(app))
  })

  /** What bytes say, whatever they are: texts of papers, and of every file in an archive. */
  const saidIn = async (bytes: Buffer, name: string): Promise<string> => {
    if (bytes.subarray(0, 4).toString() === '%PDF') return flatText(await poppler('pdftotext', bytes, '-raw'))
    if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString()
    const file = path.join(scratch.directory, `${name}.zip`)
    await writeFile(file, bytes)
    const said: string[] = []
    for (const [entry, inside] of await readZip(file)) said.push(entry, await saidIn(inside, `${name}-in`))
    return said.join('\n')
  }

  const fetched = async (url: string): Promise<Buffer> => {
    const answer = await app.server.inject({ url })
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
    expect((await app.server.inject({ url })).statusCode).toBe(404)
    return answer.rawPayload
  }

  const fetchedText = async (url: string): Promise<string> => saidIn(await fetched(url), 'fetched')

  const urlOf = (payload: unknown): string => (payload as { url: string }).url

  it('of a practice says nothing of another one, and its link leads there once', async () => {
    const token = await mintToken(app, owner)
    const begun = await callEndpoint(app, practiceMoveEndpoints.begin, { token, body: {} })
    await app.runJobs()
    const { id } = begun.payload as { id: number }
    const link = await callEndpoint(app, practiceMoveEndpoints.link, { token, params: { id } })
    const said = await fetchedText(urlOf(link.payload))
    expect([scene, neighbour].every(({ canary }) => said.includes(canary))).toBe(true)
    expect(said).not.toContain(foreign.canary)
  })

  it('of a patient says nothing of another one, and its link leads there once', async () => {
    const token = await mintToken(app, owner)
    const params = { id: scene.copyId }
    await callEndpoint(app, patientCopyEndpoints.make, { token, params, body: { keptBack: [] } })
    const link = await callEndpoint(app, patientCopyEndpoints.fetchLink, { token, params })
    const said = await fetchedText(urlOf(link.payload))
    expect(said).toContain(scene.canary)
    for (const { canary } of [neighbour, foreign]) expect(said).not.toContain(canary)
  })

  it('of what one wrote says nothing of another practice, and its link leads there once', async () => {
    const token = await mintToken(app, owner)
    const asked = await callEndpoint(app, practitionerCopyEndpoints.ask, {
      token,
      body: { reason: 'Abre su consulta' },
    })
    const { id } = asked.payload as { id: number }
    await callEndpoint(app, practitionerCopyEndpoints.signOff, {
      ...{ token, params: { id }, body: { answer: 'Los pacientes lo aceptaron', withNames: true } },
    })
    await app.runJobs()
    const link = await callEndpoint(app, practitionerCopyEndpoints.link, { token, params: { id } })
    const said = await fetchedText(urlOf(link.payload))
    expect(said).toContain(scene.canary)
    expect(said).not.toContain(foreign.canary)
  })

  it('for another practice opens for that one alone and says nothing of another patient', async () => {
    const by = { ...owner, token: await mintToken(app, owner) }
    const identity = await generateX25519Identity()
    const calls = handOverCalls(app)
    const { id } = await calls.make(by, scene.patientId, { recipient: await identityToRecipient(identity) })
    const bytes = await calls.fetch(by, { id })
    expect(bytes.toString('latin1')).not.toContain(scene.canary)
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const said = await saidIn(Buffer.from(await decrypter.decrypt(new Uint8Array(bytes))), 'handed')
    expect(said).toContain(scene.canary)
    for (const { canary } of [neighbour, foreign]) expect(said).not.toContain(canary)
  })

  const ofOnePatient = [...single, ...wholeFiles].filter((name) => !(name in beyondToken))

  it.each(ofOnePatient)('%s says nothing of another one', async (name) => {
    const endpoint = app.endpoints.find((one) => nameOf(one) === name)
    if (!endpoint) throw new Error(`there is no ${name}`)
    // Who has two scenes has the address of the later one.
    const { params = {}, query = {}, body } = sampleOf(endpoint, ofPractitioner.has(name) ? neighbour : scene)
    const answer = await app.server.inject({
      method: endpoint.method,
      url: `/api${fillPath(endpoint.path, params)}`,
      headers: { authorization: `Bearer ${await mintToken(app, owner)}` },
      query: { ...query },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
    const said = await saidIn(answer.rawPayload, 'single')
    if (says.has(name)) expect(said).toContain(scene.canary)
    expect(said).not.toContain(foreign.canary)
    if (!ofPractitioner.has(name)) expect(said).not.toContain(neighbour.canary)
  })
})
