import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { calendarFeedEndpoints } from '@ulna/contract/calendar-feeds/calendar-feeds'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { callEndpoint } from '../../client.ts'
import { configureMails, remind } from '../../factories/mails.ts'
import { registerOwner, type TestPerson } from '../../factories/people.ts'
import { reportFigures } from '../../faults/figures.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import type { SampleInput } from '../samples/sample.ts'
import { beyondToken, inCallOrder, nameOf, samplesOf } from '../scene/endpoint-samples.ts'
import { leavesOf, withLeaf } from '../scene/json/leaves.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'

let app: TestApp
let owner: TestPerson
let scene: PracticeScene
let canary: Server
let port: number
let calls = 0

/** Whatever in Node opens a connection over the network or asks for a name begins with one of these. */
const reaching = new Set([
  'TCPCONNECTWRAP',
  'UDPSENDWRAP',
  'GETADDRINFOREQWRAP',
  'GETNAMEINFOREQWRAP',
  'QUERYWRAP',
])
const reached: string[] = []
const hook = createHook({
  init: (_, type) => {
    if (reaching.has(type)) reached.push(type)
  },
})

beforeAll(async () => {
  canary = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  canary.listen(0, '127.0.0.1')
  await once(canary, 'listening')
  port = (canary.address() as AddressInfo).port
  app = await buildTestApp()
  owner = await registerOwner(app)
  scene = await stageScene(app, owner)
})
afterAll(async () => {
  hook.disable()
  await app.close()
  await new Promise((resolve) => canary.close(resolve))
})

/** Ways to name a machine that the server might reach and its users must not. */
const hosts = (): string[] => [
  ...['127.0.0.1', 'localhost', 'LOCALHOST', '127.1', '127.0.1', '0', '0.0.0.0', '2130706433', '0x7f000001'],
  ...[
    '0177.0.0.1',
    '017700000001',
    '0x7f.0.0.1',
    '127.0.0.1.',
    '127.127.127.127',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
  ],
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[fe80::1%25lo]',
    'localtest.me',
    '127.0.0.1.nip.io',
    '1.0.0.127.in-addr.arpa',
  ],
  ...[
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    'localhost%00.example.test',
    'user@127.0.0.1',
    'example.test@127.0.0.1',
    '127.0.0.1#@example.test',
  ],
  ...[
    '169.254.169.254',
    '[fd00:ec2::254]',
    'metadata.google.internal',
    '100.100.100.200',
    '[::ffff:a9fe:a9fe]',
    '0xa9fea9fe',
    'instance-data',
    '172.17.0.1',
    'host.docker.internal',
    'kubernetes.default.svc',
    '192.168.0.1',
    '10.0.0.1',
  ],
]

const addresses = (): string[] => [
  ...hosts().map((host) => `http://${host}:${port}/latest/meta-data/`),
  ...['https', 'ftp', 'gopher', 'webcal', 'ldap', 'dict', 'ws', 'jar:http', 'view-source:http'].map(
    (scheme) => `${scheme}://127.0.0.1:${port}/`,
  ),
  ...[
    `//127.0.0.1:${port}/`,
    `\\\\127.0.0.1\\${port}\\a`,
    `127.0.0.1:${port}`,
    'file:///etc/passwd',
    'file://127.0.0.1/etc',
  ],
  ...[`http:/127.0.0.1:${port}`, `http:127.0.0.1:${port}`, `http://127.0.0.1:${port}@127.0.0.1:${port}/`],
  `<img src="http://127.0.0.1:${port}/a.png">`,
  `<script src=http://127.0.0.1:${port}></script>`,
  `![a](http://127.0.0.1:${port}/a.png)`,
  `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "http://127.0.0.1:${port}/">]><a>&b;</a>`,
  `BEGIN:VEVENT\r\nATTACH:http://127.0.0.1:${port}/\r\nURL:http://127.0.0.1:${port}/\r\nEND:VEVENT`,
  `@import url(http://127.0.0.1:${port}/a.css);`,
  `data:text/html,<iframe src="http://127.0.0.1:${port}/"></iframe>`,
]

/** Each text of a sample in turn replaced by an address. */
const withAddresses = (input: SampleInput, next: () => string): SampleInput[] =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    leavesOf(input[part])
      .filter(([path, leaf]) => path.length > 0 && typeof leaf === 'string')
      .map(([path]) => withLeaf(input, [part, ...path], next())),
  )

describe('E10: the server', () => {
  it('is watched by what notices a connection', async () => {
    hook.enable()
    await new Promise((resolve) => get(`http://localhost:${port}/`).on('error', resolve))
    expect([reached.includes('TCPCONNECTWRAP'), calls]).toEqual([true, 1])
    reached.length = 0
    calls = 0
  })

  it('connects to nothing that any call names, in any place of it', async () => {
    const all = addresses()
    expect(new Set(all).size).toBeGreaterThanOrEqual(60)
    const wrong: unknown[] = []
    let sent = 0
    const next = (): string => {
      sent += 1
      return all[sent % all.length] ?? ''
    }
    hook.enable()
    const called = inCallOrder(app.endpoints).filter((one) => !(nameOf(one) in beyondToken))
    for (const [at, endpoint] of called.entries()) {
      const inputs = samplesOf(endpoint, scene).flatMap((one) => withAddresses(one, next))
      for (const input of dealt(inputs, sizes.share.visits, at)) {
        const { status } = await callEndpoint(app, endpoint, { ...input, token: await mintToken(app, owner) })
        if (status >= 500) wrong.push([nameOf(endpoint), status, input])
      }
    }
    hook.disable()
    expect(wrong).toEqual([])
    expect({ reached, calls }).toEqual({ reached: [], calls: 0 })
    reportFigures('E10', { sent, forms: all.length, connections: calls })
  })

  it('connects to nothing for a calendar address, or for what stands in a feed or a mail', async () => {
    const { queries } = app.owner
    const all = addresses()
    hook.enable()
    for (const address of all) {
      const title = address.slice(0, 100)
      await queries.updateTable('practices').set({ name: title }).where('id', '=', owner.practiceId).execute()
      await queries.transaction().execute(async (tx) => {
        await sql`update patients set first_name = ${title}, note = ${address}, email = 'a@patients.test'
          where id = ${scene.patientId}`.execute(tx)
        await sql`update appointments a set patient_wire_name = p.wire_name from patients p
          where a.practice_id = p.practice_id and a.patient_id = p.id and p.id = ${scene.patientId}`.execute(
          tx,
        )
        await sql`update appointments set title = ${title}, note = ${address}
          where id = ${scene.appointmentId}`.execute(tx)
      })
      const unknown = await callEndpoint(app, calendarFeedEndpoints.read, { params: { token: address } })
      const known = await callEndpoint(app, calendarFeedEndpoints.read, {
        params: { token: scene.feedToken },
      })
      expect([unknown.status < 500, known.status]).toEqual([true, 200])
    }
    await configureMails(app, owner.practiceId, { reminderHours: 336, confirmationMails: true })
    await remind(app)
    hook.disable()
    expect({ reached, calls }).toEqual({ reached: [], calls: 0 })
  })
})
