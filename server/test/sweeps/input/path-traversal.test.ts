import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { createPatient } from '../../factories/clinical.ts'
import { registerOwner, type TestPerson } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { tinyPicture } from '../scene/files.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'
import { askRaw, listen } from '../scene/raw-request.ts'
import { fingerprintOfDatabase } from '../scene/row-fingerprint.ts'
import { createWebDirectory, type WebDirectory } from '../scene/web-directory.ts'

let web: WebDirectory
let app: TestApp
let owner: TestPerson
let scene: PracticeScene
let port: number
let token: string

beforeAll(async () => {
  web = await createWebDirectory()
  app = await buildTestApp({ webDirectory: web.directory })
  owner = await registerOwner(app)
  scene = await stageScene(app, owner)
  token = await mintToken(app, owner)
  port = await listen(app.server)
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

/** Ways to write one step up. */
const stepsUp = [
  '../',
  '..\\',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%2f',
  '..%2F',
  '.%2e/',
  '%2e./',
  '..%5c',
  '%2e%2e%5c',
  '%252e%252e%252f',
  '..%252f',
  '..%255c',
  '..;/',
  '..%00/',
  '..%0d%0a/',
  '....//',
  '....\\\\',
  '..././',
  '.../',
  '%c0%ae%c0%ae/',
  '%c0%ae%c0%ae%c0%af',
  '%e0%80%ae%e0%80%ae/',
  '%uff0e%uff0e/',
  '\uFF0E\uFF0E/',
  '..\u2215',
  '..%c1%9c',
  '../../',
  '//../',
  '/%5c../',
  '%2e%2e;%2f',
  '..%ef%bc%8f',
  '..\u202E/',
  '.%00./',
  '%2e%00%2e/',
] as const

const depths = [1, 2, 4] as const
const targets = ['sentinel.txt', 'app-secret'] as const

/** Every encoding at every depth towards every secret, and absolute paths. */
const traversals: readonly string[] = [
  ...stepsUp.flatMap((step) =>
    depths.flatMap((depth) => targets.map((target) => `${step.repeat(depth)}${target}`)),
  ),
]

const absolutePaths = (): string[] => {
  const secret = path.resolve(web.directory, '..', 'sentinel.txt')
  return [
    secret,
    `/${secret}`,
    `file://${secret}`,
    encodeURIComponent(secret),
    `${secret}%00.js`,
    'C:\\sentinel.txt',
    '/etc/passwd',
    '/proc/self/environ',
  ]
}

/** Where the server takes a piece of path from the caller. */
const doors = (): readonly ((piece: string) => string)[] => [
  (piece) => `/${piece}`,
  (piece) => `/assets/${piece}`,
  (piece) => `/assets/app.js/${piece}`,
  (piece) => `/api/patient/${piece}`,
  (piece) => `/api/patient/${scene.patientId}/profileImage/${piece}`,
  (piece) => `/api/record_class/${piece}/1`,
  (piece) => `/api/draft/${scene.patientId}/${piece}`,
  (piece) => `/api/patient/findByName/${piece}`,
  (piece) => `/favicon.svg/${piece}`,
]

// What a request line cannot carry raw goes out as UTF-8 percent codes, as every client does.
const asRequestTarget = (text: string): string =>
  text.replaceAll(/[^\u0021-\u007E]/gu, (one) => encodeURIComponent(one))

describe('E11: a path out of its folder', () => {
  it('is tried in more than a hundred encodings', () => {
    expect(new Set([...traversals, ...absolutePaths()]).size).toBeGreaterThan(100)
  })

  it('serves nothing from outside and changes nothing', async () => {
    const before = await fingerprintOfDatabase(app, ['audit_events', 'audit_heads'])
    // Each way is tried at doors of its own, so that none is left out of a share.
    for (const [at, piece] of [...traversals, ...absolutePaths()].entries()) {
      for (const door of dealt(doors(), sizes.share.inputs, at)) {
        const target = asRequestTarget(door(piece))
        const { status, body } = await askRaw(port, {
          path: target,
          headers: { authorization: `Bearer ${token}` },
        })
        expect(body, target).not.toContain(web.sentinel)
        expect(body, target).not.toMatch(/root:|PATH=/)
        expect(status, target).toBeLessThan(500)
      }
    }
    expect(await fingerprintOfDatabase(app, ['audit_events', 'audit_heads'])).toEqual(before)
  })

  it('serves what the folder of the web app does not offer as the page that says so, not as a file', async () => {
    const { status, body } = await askRaw(port, { path: '/not-listed.txt' })
    expect(status).toBe(404)
    expect(body).toContain('<title>Ulna</title>')
    expect((await askRaw(port, { path: '/assets/app.js' })).body).toContain('document.title')
  })

  it('in a file name writes nothing outside of the store', async () => {
    const outside = path.resolve(web.directory, '..')
    const before = await readdir(outside, { recursive: true })
    for (const fileName of [
      ...traversals.slice(0, 20),
      ...absolutePaths(),
      'CON',
      '-rf',
      '\u202Egnp.exe',
      'a\r\nSet-Cookie: x=1',
      'x'.repeat(255),
    ]) {
      await createPatient(app, owner, {
        profileImg: { data: tinyPicture, fileName, contentType: '../../text/html' },
      })
    }
    expect(await readdir(outside, { recursive: true })).toEqual(before)
    expect(await readFile(path.join(outside, 'sentinel.txt'), 'utf8')).toBe(web.sentinel)
    const { rows } = await app.owner.raw.query<{ key: string }>(
      'select profile_image_key as key from patients where profile_image_key is not null',
    )
    for (const { key } of rows) expect(key).toMatch(/^practice-\d+\/profile\/[0-9a-f-]{36}$/)
  })
})
