import { broughtNoteClass, handedClassId } from '@ulna/contract/records/records.policy'
import fc from 'fast-check'
import type { Provenance } from 'fhir/r4'
import { expect, it } from 'vitest'
import { paths } from '../../../../paths.ts'
import { loadModules } from '../../../modules/modules.files.ts'
import { anyFileOf } from '../../validation/fhir.random.fixture.ts'
import type { PatientFile } from '../base/fhir.patient-file.ts'
import { provenancesOf } from './fhir.provenance.ts'

const note = loadModules(paths.modules).flatMap(({ classes }) =>
  classes.filter(({ classId }) => classId === broughtNoteClass),
)
const [drawn] = fc.sample(
  anyFileOf(note).filter(({ origins }) => origins.length > 0),
  { numRuns: 1, seed: 3 },
)
if (!drawn) throw new Error('no file was drawn')

const authorshipIn = (recordClassId: string, { origins }: Pick<PatientFile, 'origins'>): Provenance => {
  const records = drawn.records.map((record) => ({ ...record, recordClassId }))
  const [first] = provenancesOf({ ...drawn, records, origins })
  if (!first) throw new Error('a record without its author')
  return first
}

const none = { origins: [] }
const ours = { reference: `Organization/practice-${drawn.practice.id}` }

it('a record was written for this practice where it was written here', () => {
  expect(authorshipIn('document', none).agent).toMatchObject([{ onBehalfOf: ours }])
})

it('a note that an import brought was written for nobody who is named', () => {
  const [author, ...others] = authorshipIn(broughtNoteClass, none).agent
  expect([author?.onBehalfOf, others]).toEqual([undefined, []])
})

it('a record that was handed over was written for its sender, and is kept here', () => {
  const { agent, extension } = authorshipIn(handedClassId('0123456789abcdef', 'document'), drawn)
  expect(agent).toMatchObject([
    { type: { coding: [{ code: 'author' }] }, onBehalfOf: { display: drawn.origins[0]?.practice } },
    { type: { coding: [{ code: 'custodian' }] }, who: ours },
  ])
  expect(agent[0]?.onBehalfOf?.reference).toBeUndefined()
  expect(JSON.stringify(extension)).toContain(JSON.stringify(drawn.origins[0]?.origin))
})
