import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import createClient from 'openapi-fetch'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryRoot } from './build-test-app.ts'
import { listen } from './sweeps/scene/raw-request.ts'
import { testServer } from './test-practice.ts'

/** What somebody writes who knows the API by its document alone. */
const program = `
import type { Client } from 'openapi-fetch'
import type { components, paths } from './api.js'

type Patient = components['schemas']['Patient']

const givenBy = <Data>({ data, error }: { data?: Data; error?: components['schemas']['Errors'] }): Data => {
  if (data === undefined) throw new Error(error?.errors.map(({ message }) => message).join() ?? 'nothing')
  return data
}

export const run = async (client: Client<paths>) => {
  const session = givenBy(
    await client.POST('/api/auth/register', {
      body: {
        email: 'ana@client.test',
        password: 'cuatro gatos en el tejado',
        firstName: 'Ana',
        lastName: 'Ruiz',
        practiceName: 'Fisioterapia El Prado',
      },
    }),
  )
  const authorization = \`Bearer \${session.metadata.token}\`
  client.use({ onRequest: ({ request }) => request.headers.set('authorization', authorization) })

  const patient: Patient = givenBy(
    await client.POST('/api/patient', {
      params: { header: { 'Idempotency-Key': 'one-patient', 'ulna-practice': String(session.payload.practice?.id) } },
      body: { firstName: 'Mariana', lastName: 'Gómez', birthDate: '1980-05-04' },
    }),
  ).payload
  const record = givenBy(
    await client.POST('/api/record', {
      body: {
        ownerId: patient.id,
        type: 'control',
        subtype: 'case',
        recordClassId: 'case_default',
        data: { name: 'Lumbalgia' },
      },
    }),
  ).payload
  const file = givenBy(
    await client.GET('/api/patient/getWithRecord/{id}', { params: { path: { id: patient.id } } }),
  ).payload
  const found = givenBy(await client.GET('/api/patient', { params: { query: { q: 'mariana', limit: 5 } } }))
  const refused = await client.GET('/api/patient/{id}', { params: { path: { id: patient.id + 1_000_000 } } })
  const paper = givenBy(
    await client.POST('/api/paper/patient/{patientId}', {
      params: { path: { patientId: patient.id } },
      body: { scope: 'file' },
    }),
  ).payload
  const pdf = await client.GET('/api/paper/{id}/content', {
    params: { path: { id: paper.id } },
    parseAs: 'arrayBuffer',
  })
  return {
    name: file.patient.firstName,
    records: file.records.map(({ id, type, subtype }) => [id === record.id, type, subtype]),
    total: found.metadata.total,
    refusal: refused.error?.errors[0]?.message,
    pdf: pdf.data?.byteLength,
  }
}

export const mistakes = async (client: Client<paths>) => {
  // @ts-expect-error: a first name is a text
  await client.POST('/api/patient', { body: { firstName: 5, lastName: 'Gómez' } })
  // @ts-expect-error: there is no such path
  await client.GET('/api/patients', {})
  // @ts-expect-error: an id is a number
  await client.GET('/api/patient/{id}', { params: { path: { id: 'first' } } })
  const { error } = await client.GET('/api/patient', {})
  // @ts-expect-error: no error has this key
  return error?.errors[0]?.message === 'gone_fishing'
}
`

const settings = {
  compilerOptions: {
    target: 'ES2023',
    module: 'NodeNext',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    outDir: 'out',
  },
  include: ['*.ts'],
}

let directory: string

const app = await testServer({ alone: true })

beforeAll(async () => {
  const cache = path.join(repositoryRoot, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  directory = await mkdtemp(path.join(cache, 'openapi-client-'))
})
afterAll(async () => {
  await rm(directory, { recursive: true, force: true })
})

/** Everything that a client of its own would have in its folder. */
const writeClient = async (document: string): Promise<void> => {
  const files = {
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify(settings),
    'api.ts': astToString(await openapiTS(document, { defaultNonNullable: false })),
    'program.ts': program,
  }
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(directory, name), content)
}

interface Program {
  readonly run: (client: ReturnType<typeof createClient>) => Promise<unknown>
}

it('a client that is made from the document of the API compiles, registers, writes a record and reads it', async () => {
  const { body: document } = await app.server.inject('/api/openapi.json')
  await writeClient(document)
  const compiler = path.join(repositoryRoot, 'node_modules/typescript/bin/tsc')
  const compiled = await promisify(execFile)(process.execPath, [compiler, '-p', directory]).catch(
    (error: { stdout: string }) => error,
  )
  expect(compiled.stdout).toBe('')

  const { run } = (await import(pathToFileURL(path.join(directory, 'out/program.js')).href)) as Program
  const client = createClient({ baseUrl: `http://127.0.0.1:${await listen(app.server)}` })
  expect(await run(client)).toEqual({
    name: 'Mariana',
    records: [[true, 'control', 'case']],
    total: 1,
    refusal: 'not_found',
    pdf: expect.any(Number),
  })
})
