import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { type PatientRow, patientEndpoints } from '@ulna/contract/patients/patients'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { recordEndpoints } from '@ulna/contract/records/records'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { caseInput, createPatient } from '../../factories/clinical.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import type { SampleInput } from '../samples/sample.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { type LeafPath, leafAt, leavesOf, withLeaf } from '../scene/json/leaves.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfDatabase } from '../scene/row-fingerprint.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)

/** Texts that a program may spoil on its way to the disk and back. */
const texts: Readonly<Record<string, string>> = {
  'emoji of several code points': '👩🏽‍⚕️ y 👨‍👩‍👧‍👦 en 🇨🇴',
  'composed letters': 'Jos\u00E9 Pe\u00F1a',
  'decomposed letters': 'Jose\u0301 Pen\u0303a',
  'many marks on one letter': `Z${'\u0351\u0321\u034A'.repeat(8)}algo`,
  'right to left': 'מרים عائشة',
  'bidi override': 'A\u202Egnol\u202C\u2066x\u2069',
  'zero width': 'a\u200B\u200C\u200D\u2060b',
  'full width digits': '１２３４５',
  'Turkish i': 'İIıi ŞĞ',
  'sharp s and ligature': 'Straße ﬁn ﷺ',
  'beyond the basic plane': '𝔘𝔩𝔫𝔞 \u{10FFFD}',
  'line and paragraph separators': 'uno\u2028dos\u2029tres',
  'noncharacter and replacement': 'a\uFFFDb\uFFFEc',
  'control characters': 'a\u0001\u0008\u001F\u007Fb',
  escapes: '\\u0000 \\n %00 %F0%9F &amp; \\x00 \\',
  quotes: `"'\`´’“”«»`,
}

/** What a text of one line is refused for: line breaks, other controls, and what turns the direction of writing. */
const notOfOneLine = new Set(['bidi override', 'line and paragraph separators', 'control characters'])

/** Fields of the places below that are texts of one line. */
const oneLineFields = new Set(['POST /patient firstName', 'PUT /patient/:id address', 'POST /practice name'])

type Place = readonly [endpoint: EndpointShape, input: (text: string) => SampleInput, read: string]

/** Where a caller writes text, how, and the field of the answer in which it comes back. */
const places = (): readonly Place[] => [
  [patientEndpoints.create, (text) => ({ body: { firstName: text, lastName: 'X' } }), 'firstName'],
  [
    patientEndpoints.update,
    (text) => ({ params: { id: String(scene.patientId) }, body: { address: text } }),
    'address',
  ],
  [
    patientEndpoints.update,
    (text) => ({ params: { id: String(scene.patientId) }, body: { note: text } }),
    'note',
  ],
  [
    patientEndpoints.update,
    (text) => ({ params: { id: String(scene.patientId) }, body: { clinicSummary: text } }),
    'clinicSummary',
  ],
  [recordEndpoints.create, (text) => ({ body: caseInput(scene.patientId, { name: text }) }), 'name'],
  [
    recordEndpoints.create,
    (text) => ({ body: caseInput(scene.patientId, { palpation: text }) }),
    'data.palpation',
  ],
  [
    appointmentEndpoints.update,
    (text) => ({ params: { id: String(scene.appointmentId) }, body: { title: text } }),
    'title',
  ],
  [
    appointmentEndpoints.update,
    (text) => ({ params: { id: String(scene.appointmentId) }, body: { note: text } }),
    'note',
  ],
  [practiceEndpoints.create, (text) => ({ body: { name: text } }), 'name'],
]

const codePoints = (text: unknown): string[] =>
  [...String(text)].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16)}`)

describe('E9: text', () => {
  it.each(Object.entries(texts))('comes back code point by code point: %s', async (kind, text) => {
    const at = Object.keys(texts).indexOf(kind)
    for (const [endpoint, input, field] of dealt(places(), sizes.share.inputs, at)) {
      if (notOfOneLine.has(kind) && oneLineFields.has(`${nameOf(endpoint)} ${field}`)) continue
      const {
        status,
        payload,
        text: whole,
      } = await callEndpoint(app, endpoint, { ...input(text), token: await mintToken(app, owner) })
      expect(status, `${nameOf(endpoint)} ${field} ${whole}`).toBe(endpoint.status ?? 200)
      expect(codePoints(leafAt(payload, field.split('.'))), `${nameOf(endpoint)} ${field}`).toEqual(
        codePoints(text),
      )
    }
  })

  it.each([...notOfOneLine])('of one line is refused with its field: %s', async (kind) => {
    const refused = places().filter(([endpoint, , field]) =>
      oneLineFields.has(`${nameOf(endpoint)} ${field}`),
    )
    expect(refused).toHaveLength(oneLineFields.size)
    for (const [endpoint, input, field] of refused) {
      const token = await mintToken(app, owner)
      const { status, errors } = await callEndpoint(app, endpoint, { ...input(texts[kind] ?? ''), token })
      expect([status, errors[0]?.field, errors[0]?.params?.reason], nameOf(endpoint)).toEqual([
        400,
        field,
        'field_one_line',
      ])
    }
  })

  it('of a draft comes back whatever it is, a lone surrogate and U+0000 included', async () => {
    const data = {
      ...texts,
      'lone surrogate': 'a\uD83Db',
      'reversed pair': '\uDE00\uD83D',
      nul: 'a\u0000b',
      'k\u0000ey \uD83D': 1,
    }
    const params = { patientId: scene.patientId, key: 'new:case_default' }
    const saved = await callEndpoint(app, draftEndpoints.save, { params, body: { data }, token: owner.token })
    expect(saved.status, saved.text).toBe(200)
    const { payload } = await callEndpoint(app, draftEndpoints.list, { params, token: owner.token })
    expect((payload as { key: string; data: unknown }[]).find(({ key }) => key === params.key)?.data).toEqual(
      data,
    )
  })
})

const isAsTyped = (place: string): boolean => place.startsWith('PUT /draft/:patientId/:key body.data')

/** What is wrong with a module is told as its faults, each with its place. */
const moduleFaults: Readonly<Record<string, (answer: TestAnswer) => unknown>> = {
  'POST /record_module/check': ({ payload }) => (payload as { faults: unknown }).faults,
  'POST /record_module/import': ({ metadata }) => (metadata as { faults: unknown }).faults,
}

const expectRefused = (endpoint: EndpointShape, path: LeafPath, answer: TestAnswer): void => {
  const place = `${nameOf(endpoint)} ${path.join('.')}`
  const faultsIn = moduleFaults[nameOf(endpoint)]
  if (faultsIn) {
    expect(faultsIn(answer), place).not.toEqual([])
    return
  }
  expect([400, 404], `${place} answered ${answer.status} ${answer.text}`).toContain(answer.status)
  if (path[0] !== 'body') return
  expect(
    answer.errors.map(({ field }) => field),
    place,
  ).toEqual([path.slice(1).join('.')])
}

describe('E9: what is no text', () => {
  const broken = {
    'U+0000': 'a\u0000b',
    'U+0000 alone': '\u0000',
    'high surrogate': 'a\uD83Db',
    'low surrogate': '\uDE00',
    'swapped surrogates': '\uDE00\uD83D',
  }

  it.each(Object.entries(broken))(
    'is refused in every text of every body, path and query: %s',
    async (kind, text) => {
      const before = await fingerprintOfDatabase(app)
      const token = await mintToken(app, owner)
      const at = Object.keys(broken).indexOf(kind)
      for (const endpoint of dealt(inCallOrder(app.endpoints), sizes.share.inputs, at)) {
        const input = sampleOf(endpoint, scene)
        for (const [path] of leavesOf(input).filter(([, value]) => typeof value === 'string')) {
          const place = `${nameOf(endpoint)} ${path.join('.')}`
          // A path and a query are UTF-8 on the wire: a lone surrogate cannot stand in them.
          if (isAsTyped(place) || (path[0] !== 'body' && !text.isWellFormed())) continue
          const answer = await callEndpoint(app, endpoint, {
            ...withLeaf(input, path, text),
            token,
          })
          expectRefused(endpoint, path, answer)
        }
      }
      expect(await fingerprintOfDatabase(app)).toEqual(before)
    },
  )
})

describe('E9: search', () => {
  const finds: readonly (readonly [stored: string, searched: string])[] = [
    ['José', 'JOSE\u0301'],
    ['Jose\u0301', 'jos\u00E9'],
    ['JOSÉ', 'jose'],
    ['Peña', 'pen\u0303a'],
    ['İpek', 'ipek'],
    ['Işıl', 'ISIL'],
    ['Straße', 'strasse'],
    ['Łukasz', 'lukasz'],
    ['ﬁona', 'fiona'],
    ['Àlex', '\uFF41lex'],
    ['عائشة', 'عائشة'],
    ['👩🏽‍⚕️', '👩🏽‍⚕️'],
  ]

  it.each(finds)('for %s finds it by %s', async (stored, searched) => {
    const { id } = await createPatient(app, owner, { firstName: stored, lastName: 'Buscada' })
    const { payload } = await callEndpoint(app, patientEndpoints.findByName, {
      params: { name: `buscada ${searched}` },
      token: owner.token,
    })
    expect((payload as PatientRow[]).map((row) => row.id)).toContain(id)
  })

  it('reads full width digits as digits', async () => {
    const { id } = await createPatient(app, owner, { socialId: 'CC 79４５６' })
    const { payload } = await callEndpoint(app, patientEndpoints.findByName, {
      params: { name: '79456' },
      token: owner.token,
    })
    expect((payload as PatientRow[]).map((row) => row.id)).toContain(id)
  })
})
