import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { bodyLimits, bodyLimitsOf } from '@ulna/contract/http/endpoint'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../client.ts'
import { createPatient } from '../factories/clinical.ts'
import { writeDocument } from '../factories/files.ts'
import { requestHead as head, Line } from '../line.ts'
import { askRaw, listen } from '../sweeps/scene/raw-request.ts'
import { testPractice } from '../test-practice.ts'

const { app, owner } = await testPractice({ bodyPatience: { lookEveryMs: 300, looks: 3, leastBytes: 300 } })
const port = await listen(app.server)
/** Where nobody is in a hurry: what comes slowly because this machine is busy is nobody's fault. */
const patient = await testPractice()

const urlOf = ({ path }: Pick<EndpointShape, 'path'>): string => `/api${path.replaceAll(/:[A-Za-z]+/g, '1')}`

const takesBody = ({ method }: EndpointShape): boolean => method !== 'GET'

describe('a body of somebody without a session', () => {
  it('is not waited for: every route that asks who calls answers as soon as it is addressed', async () => {
    for (const endpoint of app.endpoints) {
      if (endpoint.access === 'public' || !takesBody(endpoint)) continue
      const type = { bytes: 'application/octet-stream', multipart: 'multipart/form-data; boundary=x' }
      const line = new Line(port).say(
        head({
          method: endpoint.method,
          path: urlOf(endpoint),
          length: 15_000_000,
          ...(endpoint.upload ? { type: type[endpoint.upload] } : {}),
        }),
      )
      expect(await line.status(), `${endpoint.method} ${endpoint.path}`).toBe(401)
      line.hangUp()
    }
  })

  it('is read no further than 16 kB by any public route', async () => {
    const { bytes } = bodyLimits.public
    for (const endpoint of app.endpoints) {
      if (endpoint.access !== 'public' || !takesBody(endpoint)) continue
      const announced = new Line(port).say(head({ path: urlOf(endpoint), length: bytes + 1 }))
      expect(await announced.status(), endpoint.path).toBe(413)
      const body = `{"a":"${'x'.repeat(bytes)}"}`
      const unannounced = new Line(port).say(head({ path: urlOf(endpoint) }))
      unannounced.say(`${body.length.toString(16)}\r\n${body}\r\n`)
      expect(await unannounced.status(), endpoint.path).toBe(413)
    }
  })

  it('is read no further by what is no route', async () => {
    const line = new Line(port).say(head({ path: '/api/nothing', length: 1_000_000 }))
    expect(await line.status()).toBe(413)
  })

  it('ends with its connection when it goes on for megabytes after the refusal', async () => {
    const line = new Line(port).say(head({ path: urlOf(patientEndpoints.create), length: 1_000_000_000 }))
    expect(await line.status()).toBe(401)
    const unannounced = new Line(port).say(head({ path: urlOf(patientEndpoints.create) }))
    expect(await unannounced.status()).toBe(401)
    const piece = `100000\r\n${'x'.repeat(0x100000)}\r\n`
    for (let megabyte = 0; megabyte < 8; megabyte += 1) unannounced.say(piece)
    await Promise.all([line.ended(), unannounced.ended()])
  })

  it('leaves the connection to others when it comes whole and is small', async () => {
    const body = JSON.stringify({ firstName: 'Ana', lastName: 'x'.repeat(100_000) })
    const asked = head({ path: urlOf(patientEndpoints.create), length: body.length })
    const line = new Line(port).say(asked + body)
    expect(await line.status()).toBe(401)
    line.say('GET /api/health/live HTTP/1.1\r\nhost: localhost\r\n\r\n')
    expect(await line.status()).toBe(200)
    line.hangUp()
  })
})

describe('a body that stands still', () => {
  const late = async (line: Line): Promise<void> => {
    expect(await line.ended()).toMatch(
      /^HTTP\/1\.1 408 Request Timeout.*"code":"0408","message":"request_timeout"/s,
    )
  }

  it('is answered request_timeout and loses its connection, whoever sends it', async () => {
    const { token } = owner
    const record = await writeDocument(app, owner, (await createPatient(app, owner)).id)
    const upload = { path: `/api/record/uploadDocument/${record.id}`, token, length: 100_000 }
    await Promise.all([
      late(new Line(port).say(`${head({ path: '/api/auth/login', length: 10_000 })}{`)),
      late(new Line(port).say(`${head({ path: '/api/auth/login' })}1\r\n{\r\n`)),
      late(new Line(port).say(`${head({ path: '/api/patient', length: 10_000, token })}{`)),
      late(new Line(port).say(head({ ...upload, type: 'multipart/form-data; boundary=xx' }))),
    ])
  })

  it('is waited for no longer when a byte drips now and then', async () => {
    const line = new Line(port).say(head({ path: '/api/auth/login', length: 10_000 }))
    const drip = setInterval(() => line.say(' '), 40)
    await late(line)
    clearInterval(drip)
  })

  it('is no body that comes slowly enough', async () => {
    const body = JSON.stringify({ username: 'nobody@example.test', password: 'x'.repeat(150) }).padEnd(1200)
    const line = new Line(port).say(head({ path: '/api/auth/login', length: body.length }))
    for (let at = 0; at < body.length; at += 100) {
      line.say(body.slice(at, at + 100))
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    expect(await line.status()).toBe(401)
    line.hangUp()
  })

  it('ends too when it was refused, or when nobody asked for it', async () => {
    const refused = new Line(port).say(head({ path: urlOf(patientEndpoints.create), length: 10_000 }))
    expect(await refused.status()).toBe(401)
    const unasked = new Line(port).say(head({ method: 'GET', path: '/api/health/live', length: 10_000 }))
    expect(await unasked.status()).toBe(200)
    await Promise.all([refused.ended(), unasked.ended()])
  })
})

describe('headers that do not end', () => {
  it('are waited for no longer than a body, nor is a connection that says nothing', {
    // Node’s own patience is a minute.
    timeout: 20_000,
  }, async () => {
    const begun = new Line(port).say('POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
    const drip = setInterval(() => begun.say('x'), 40)
    const silent = new Line(port)
    expect(await begun.ended()).toMatch(/^HTTP\/1\.1 408 Request Timeout.*"message":"request_timeout"/s)
    clearInterval(drip)
    await silent.ended()
  })
})

describe('a body that breaks off', () => {
  it('is nothing that failed here: the log has no error', async () => {
    const lines = [
      new Line(port).say(`${head({ path: '/api/auth/login', length: 10_000 })}{`),
      new Line(port).say(`${head({ path: '/api/patient', length: 10_000, token: owner.token })}{`),
    ]
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (const line of lines) line.hangUp()
    await askRaw(port, { path: '/api/health/live' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(app.log).toEqual([])
  })
})

describe('a body of many parts', () => {
  /** Lists in a list: two parts each, and two more. */
  const lists = (count: number): string => `[${'[],'.repeat(count)}[]]`
  const send = async (path: string, body: string, token?: string): Promise<number> => {
    const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const headers = { 'content-type': 'application/json', ...bearer }
    return (await askRaw(port, { method: 'POST', path, headers, body })).status
  }

  it('is made nothing of beyond four thousand of a stranger, and beyond two hundred thousand of whoever is signed in', async () => {
    expect(await send('/api/auth/login', lists(1999))).toBe(400)
    expect(await send('/api/auth/login', lists(2000))).toBe(413)
    expect(await send('/api/patient', lists(99_999), owner.token)).toBe(400)
    expect(await send('/api/patient', lists(100_000), owner.token)).toBe(413)
  })
})

it('the largest body may come as slowly as any: nothing else ends it sooner', () => {
  const largest = Math.max(...app.endpoints.map((endpoint) => bodyLimitsOf(endpoint).bytes))
  expect(app.server.server.requestTimeout).toBeGreaterThan((largest / 1024) * 1000)
})

describe('a large body of somebody who may send it', () => {
  it('is read as before', async () => {
    const note = 'á'.repeat(9_000)
    const { status } = await callEndpoint(app, patientEndpoints.create, {
      token: owner.token,
      body: {
        firstName: 'Ana',
        lastName: 'Gómez',
        note,
        clinicSummary: note,
        unknown: 'x'.repeat(14_000_000),
      },
    })
    expect(status).toBe(201)
  })

  it('is not read while another of the same person is, as long as that one may take', async () => {
    const { token } = owner
    const order: string[] = []
    const asked = { path: '/api/patient', token }
    const first = new Line(port).say(`${head({ ...asked, length: 1_000_000 })}{`)
    const body = JSON.stringify({ firstName: 7, unknown: 'x'.repeat(1_000_000) })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const second = new Line(port).say(head({ ...asked, length: body.length }) + body)
    await Promise.all([
      first.ended().then((heard) => order.push(`the first: ${heard.slice(9, 12)}`)),
      second.status().then((status) => order.push(`the second: ${status}`)),
    ])
    expect(order).toEqual(['the first: 408', 'the second: 400'])
    second.hangUp()
  })

  it('is answered as the others are when many come at a time', async () => {
    const picture = `data:image/png;base64,${'QUJD'.repeat(200_000)}`
    const patientPort = await listen(patient.app.server)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        askRaw(patientPort, {
          method: 'POST',
          path: '/api/patient',
          headers: { authorization: `Bearer ${patient.owner.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ firstName: 'Ana', lastName: 'Gómez', profileImg: { data: picture } }),
        }),
      ),
    )
    expect(answers.map(({ status, body }) => [status, body.includes('image_invalid')])).toEqual(
      Array(6).fill([400, true]),
    )
  })
})
