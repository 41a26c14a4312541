import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { beforeAll, describe, expect, it } from 'vitest'
import { testPractice } from '../../test-practice.ts'
import { nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { askRaw, listen } from '../scene/raw-request.ts'
import { fingerprintOfPractice } from '../scene/row-fingerprint.ts'
import { urlFor } from '../scene/send-text.ts'

let headers: Record<string, string>

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)
const port = await listen(app.server)

beforeAll(async () => {
  headers = {
    authorization: `Bearer ${await mintToken(app, owner)}`,
    'content-type': 'application/json',
  }
})

const mebibyte = 1024 * 1024
const letters = (count: number): string => JSON.stringify('x'.repeat(count))
const depth = 10_000
const items = 100_000

/** What stands in the place of a text, as JSON. */
const values: Readonly<Record<string, () => string>> = {
  'a note of 1 MB': () => letters(mebibyte),
  'a note of 1 MB of escapes': () => `"${'\\u00e1'.repeat(mebibyte / 6)}"`,
  'a body of 10 MB': () => letters(10 * mebibyte),
  'arrays 10,000 deep': () => '['.repeat(depth) + ']'.repeat(depth),
  'objects 10,000 deep': () => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth),
  'arrays 10,000 deep that do not end': () => '['.repeat(depth),
  'an array of 100,000 items': () => JSON.stringify(Array.from({ length: items }, () => 'x')),
  'an array of 100,000 arrays': () => `[${'[],'.repeat(items)}[]]`,
  'an object of 100,000 keys': () =>
    `{${Array.from({ length: items }, (_, index) => `"k${index}":1`).join(',')}}`,
  'a number of 300,000 digits': () => '9'.repeat(300_000),
}

const marker = '"%VALUE%"'

/**
 * The endpoints that take what somebody wrote about a patient, with the marker in place of one text. A draft is kept as
 * it was typed, whatever it is, as far as its size allows.
 */
const bodies = () => {
  const shaped = (endpoint: Parameters<typeof sampleOf>[0], body: object, keeps = false) => ({
    what: nameOf(endpoint),
    method: endpoint.method,
    path: urlFor(endpoint, sampleOf(endpoint, scene)),
    body: JSON.stringify(body),
    keeps,
  })
  const followUp = { ownerId: scene.patientId, type: 'control', subtype: 'follow_up' }
  const data = { case: scene.caseId, patientObs: '%VALUE%' }
  return [
    shaped(recordEndpoints.create, { ...followUp, recordClassId: 'followup_default', data }),
    shaped(recordEndpoints.update, { data }),
    shaped(addendumEndpoints.create, { text: '%VALUE%' }),
    shaped(draftEndpoints.save, { data: { patientObs: '%VALUE%' }, baseVersion: null }, true),
  ]
}

/** Milliseconds this process, the server, has computed so far: what else the machine does is no part of the promise. */
const computed = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A read that leaves no row in the trail: whatever changed was the refused call's doing. */
const someoneElse = () => askRaw(port, { path: '/api/practice/doctors', headers })

describe('E8 a record, a note or a draft of absurd size', () => {
  it.each(Object.entries(values))('%s: answered within a second, and so are others', async (_, value) => {
    const large = value()
    for (const { what, method, path, body, keeps } of bodies()) {
      const before = await fingerprintOfPractice(app, owner.practiceId)
      const given = { method, path, headers, body: body.replace(marker, () => large) }
      let least = Number.POSITIVE_INFINITY
      for (let round = 0; round < 3; round += 1) {
        const from = computed()
        const [answer, other] = await Promise.all([askRaw(port, given), someoneElse()])
        least = Math.min(least, computed() - from)
        const fitting = keeps ? [200, 409, 400, 413] : [400, 413]
        expect(fitting, `${what}: ${answer.body.slice(0, 200)}`).toContain(answer.status)
        expect(other.status, what).toBe(200)
      }
      expect(least, what).toBeLessThan(1000)
      if (!keeps) expect(await fingerprintOfPractice(app, owner.practiceId), what).toEqual(before)
    }
  })
})
