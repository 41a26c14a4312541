import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildChanged } from '../build.mjs'
import { ensureDeployingPrograms } from '../testing/deploying-programs.mjs'
import { freePort } from '../testing/free-port.mjs'
import { photograph } from './photograph.mjs'
import { issueCertificate, makeAuthority, startCaddy, startHaproxy } from './proxies.mjs'
import { startConfined } from './sandbox.mjs'
import { SecondComputer } from './second-computer.mjs'

const name = 'ulna.local'
const read = (file) => readFile(file, 'utf8')
let programs
let scratch
let authority
let appUrl
let httpPort
let ulna

beforeAll(async () => {
  programs = await ensureDeployingPrograms()
  if (!programs)
    throw new Error('caddy, haproxy, bubblewrap or systemd are missing and could not be brought.')
  await buildChanged()
  scratch = await mkdtemp(path.join(os.tmpdir(), 'ulna-deploying-'))
  authority = await makeAuthority(path.join(scratch, 'ca'), name)
  httpPort = await freePort()
  appUrl = `https://${name}:${await freePort()}`
  const env = { APP_URL: appUrl, TRUST_PROXY: '1', HOST: '127.0.0.1', DRAIN_SECONDS: '0' }
  ulna = await startConfined({ env, bubblewrap: programs.bubblewrap })
  await ulna.server.said(/Ulna is ready: https:/)
})

afterAll(async () => {
  await ulna?.server.end('SIGKILL')
  await ulna?.remove()
  if (scratch) await rm(scratch, { recursive: true, force: true })
})

const computerAt = (localAddress) =>
  new SecondComputer({ appUrl, address: '127.0.0.1', ca: authority.certificate, localAddress })

/** The lines in which the server says that it refused somebody something. */
const refusals = () =>
  ulna.server.output
    .split('\n')
    .filter((line) => line.includes('access refused'))
    .map((line) => JSON.parse(line))

const proxies = [
  {
    title: 'Caddy',
    start: () => startCaddy(programs.caddy, { appUrl, httpPort, upstream: ulna.url, authority }),
  },
  {
    title: 'HAProxy',
    start: async () => {
      const certificate = await issueCertificate(authority, name)
      return startHaproxy(programs.haproxy, { appUrl, httpPort, upstream: ulna.url, certificate })
    },
  },
]

describe.each(proxies)('a second computer reaches Ulna behind $title', ({ title, start }) => {
  let proxy
  let computer

  beforeAll(async () => {
    proxy = await start()
    computer = computerAt('127.0.0.7')
  })

  afterAll(() => proxy?.end('SIGKILL'))

  it('over https alone: http leads there', async () => {
    const answer = await computer.ask(`http://${name}:${httpPort}/verify?number=1`)
    expect([answer.status, answer.headers.location]).toEqual([308, `${appUrl}/verify?number=1`])
  })

  it('and signs up there, with cookies that browsers keep for https alone', async () => {
    const answer = await computer.signUp()
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.any(String)])
    const cookies = answer.headers['set-cookie'].filter((cookie) => cookie.startsWith('__Host-ulna='))
    expect(cookies).toEqual([expect.stringMatching(/; Secure; HttpOnly; SameSite=Lax/)])
    expect(answer.headers['strict-transport-security']).toContain('max-age=')
    const page = await computer.ask('/')
    expect([page.status, page.headers.server]).toEqual([200, undefined])
  })

  it('and is known by its own address, whatever it says of itself', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' }
    expect((await computer.ask('/api/patient/999999', { headers })).status).toBe(404)
    await ulna.server.until(() => refusals().some(({ ip }) => ip === '127.0.0.7'))
    expect(refusals().filter(({ ip }) => ip !== '127.0.0.7')).toEqual([])
  })

  it('and sends a photograph, and hears of it while the stream of news stays open', async () => {
    const { payload: patient } = await computer.ask('/api/patient', {
      method: 'POST',
      body: { firstName: 'Marta', lastName: 'Rossi' },
    })
    const stream = await computer.open('/api/events')
    let told = ''
    stream.on('data', (bytes) => {
      told += String(bytes)
    })
    await ulna.server.until(() => told.includes('event: ready'))
    const body = { profileImg: { data: photograph(1000, 1000) } }
    const changed = await computer.ask(`/api/patient/${patient.id}`, { method: 'PUT', body })
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('hiResUrl')])
    await ulna.server.until(() => /^event: change$/m.test(told))
    expect(stream.complete).toBe(false)
    stream.destroy()
  })

  if (title === 'HAProxy')
    it('and cannot hold more than 256 connections', async () => {
      const crowd = computerAt('127.0.0.8')
      const sockets = []
      const connect = async () => {
        const socket = tls.connect({
          ...{ host: '127.0.0.1', port: Number(new URL(appUrl).port), localAddress: '127.0.0.8' },
          ...{ servername: name, ca: authority.certificate },
        })
        sockets.push(socket)
        const refused = once(socket, 'error').then(() => 'refused')
        return Promise.race([once(socket, 'secureConnect').then(() => 'taken'), refused])
      }
      try {
        for (let number = 0; number < 256; number += 1) expect(await connect()).toBe('taken')
        expect(await connect()).toBe('refused')
        expect((await computer.ask('/api/health/ready')).status).toBe(200)
      } finally {
        for (const socket of sockets) socket.destroy()
      }
      await ulna.server.until(async () => {
        const answer = await crowd.ask('/api/health/ready').catch(() => undefined)
        return answer?.status === 200
      })
    })

  if (title === 'Caddy')
    it('and fetches the certificate that it is told to trust, and nothing beside it', async () => {
      const fetched = await computer.ask(`http://${name}:${httpPort}/ulna-ca.crt`)
      expect([fetched.text, fetched.headers['content-type']]).toEqual([
        authority.certificate,
        'application/x-x509-ca-cert',
      ])
      for (const way of [
        '/ca.key',
        '/ulna-ca.crt/../ca.key',
        '/ulna-ca.crt%2f..%2fca.key',
        '/ulna-ca.crt/ca.key',
      ]) {
        const answer = await computer.ask(`http://${name}:${httpPort}${way}`)
        expect([answer.status, answer.text]).toEqual([expect.any(Number), expect.not.stringContaining('KEY')])
      }
    })
})

/** What a computer that trusts the authority makes of a certificate of it: undefined where it takes it. */
const refusalOf = async (subject) => {
  const file = await issueCertificate(authority, subject)
  const server = tls.createServer({ cert: await read(file), key: await read(file) }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  const socket = tls.connect({ host: '127.0.0.1', port, servername: subject, ca: authority.certificate })
  const taken = once(socket, 'secureConnect').then(() => undefined)
  const refusal = await taken.catch((error) => error.message)
  socket.destroy()
  server.close()
  return refusal
}

it('an authority of a practice vouches for its name alone, and is made once', async () => {
  expect(authority.printed).toMatch(/^sha256 Fingerprint=([0-9A-F]{2}:){31}[0-9A-F]{2}$/m)
  expect(await refusalOf(name)).toBeUndefined()
  expect(await refusalOf('bank.example')).toMatch(/permitted subtree/)
  await expect(makeAuthority(authority.folder, name)).rejects.toThrow('it is kept')
})

/** What Linux says of a process: `{ Uid, CapEff, … }`. */
const statusOf = async (pid) =>
  Object.fromEntries((await read(`/proc/${pid}/status`)).split('\n').map((line) => line.split(/:\s*/)))

it('what runs is started as an ordinary user from a tree that is only read, writes its data alone, and stops in order', async () => {
  const status = await statusOf(await ulna.pid())
  if (ulna.isConfined) {
    expect(status).toMatchObject({ NoNewPrivs: '1', CapEff: '0000000000000000' })
    expect(status.Uid).not.toMatch(/^0\b/)
  }
  expect(await readdir(ulna.data)).toEqual(expect.arrayContaining(['app-secret', 'postgres']))
  expect(await ulna.stop()).toBe(0)
  expect(await readdir(path.join(ulna.data, 'postgres/cluster'))).not.toContain('postmaster.pid')
  expect(await readdir(ulna.tree)).not.toContain('data')
})
