import { fileParts } from '@ulna/contract/patient-copies/patient-copies.reserved'
import { valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import fc from 'fast-check'
import type { FhirResource, Bundle as RawBundle } from 'fhir/r4'
import { describe, expect, it } from 'vitest'
import { sizes } from '../../../../test/faults/sizes.ts'
import { paths } from '../../../paths.ts'
import { loadModules } from '../../modules/modules.files.ts'
import { type MappingContext, withholdsNothing } from '../mapping/base/fhir.patient-file.ts'
import { fileToHandOut, mappedTypes, resourcesOf } from '../mapping/fhir.file-resources.ts'
import { summaryBundle } from '../mapping/summary/fhir.summary.ts'
import { anyFileOf } from './fhir.random.fixture.ts'
import { faultsOf } from './fhir.validators.fixture.ts'
import { summaryFaults } from './ips.rules.fixture.ts'

const context: MappingContext = {
  appUrl: 'https://ulna.test',
  language: 'es',
  withholds: withholdsNothing,
}

const forms = loadModules(paths.modules).flatMap(({ classes }) => classes)

describe('D19: what goes out as FHIR', () => {
  it('is valid whatever a record holds: two validators, and the codes of required sets', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forms).chain((form) => anyFileOf([form])),
        (given) => {
          const file = fileToHandOut(given, context)
          const faults = mappedTypes.flatMap((type) => resourcesOf(file, type, context)).flatMap(faultsOf)
          expect(faults).toEqual([])
        },
      ),
      { numRuns: sizes.fhirFiles },
    )
  })

  it('is valid whatever is kept back of it, and its summary keeps the rules', () => {
    const some = fc
      .constantFrom(...forms)
      .chain((form) =>
        fc.tuple(
          anyFileOf([form]),
          fc.subarray(valueFieldsOf(form).map(({ field }) => field.id)),
          fc.subarray([...fileParts]),
        ),
      )
    // Authors are drawn for themselves, and stand in no list of practitioners.
    const named = 'every practitioner who is named is in the bundle'
    fc.assert(
      fc.property(some, ([given, fields, parts]) => {
        const kept = new Set(fields)
        const withheld: MappingContext = {
          ...context,
          withholds: (_, { id }) => kept.has(id),
          withheldParts: new Set(parts),
        }
        const file = fileToHandOut(given, withheld)
        const resources = mappedTypes.flatMap((type) => resourcesOf(file, type, withheld))
        expect(resources.flatMap(faultsOf)).toEqual([])
        const ids = resources.map(({ resourceType, id }) => `${resourceType}/${id}`)
        expect(ids.filter((id, index) => ids.indexOf(id) !== index && id.includes('record-'))).toEqual([])
        const [patient] = resources
        if (!patient) throw new Error('a file without a patient')
        const made = { at: '2026-11-26T10:00:00.000Z', uuid: crypto.randomUUID() }
        const summary = summaryBundle(file, patient, withheld, made)
        expect(faultsOf(summary)).toEqual([])
        const faults = summaryFaults(summary as RawBundle<FhirResource>)
        expect(faults.filter((fault) => fault !== named)).toEqual([])
      }),
      { numRuns: sizes.fhirFiles },
    )
  })

  it('is valid too where documents, files and what is written of visits are kept back one by one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forms).chain((form) => anyFileOf([form])),
        fc.boolean(),
        (given, isDocumentKept) => {
          const idsOf = (all: readonly { readonly id: number }[]) => new Set(all.map(({ id }) => id))
          const { records, files, appointments } = given
          const withheldThings = {
            records: idsOf(isDocumentKept ? records : []),
            files: idsOf(files),
            visits: idsOf(appointments),
          }
          const keeping: MappingContext = {
            ...context,
            withheldThings,
            withholds: ({ id }) => withheldThings.records.has(id),
          }
          const file = fileToHandOut(given, keeping)
          const found = mappedTypes.flatMap((type) => resourcesOf(file, type, keeping))
          expect(found.flatMap(faultsOf)).toEqual([])
          const masked = found.filter(({ resourceType }) => resourceType === 'DocumentReference')
          expect(masked).toHaveLength(files.length)
          for (const { fileName, sha256 } of files)
            for (const word of [fileName, sha256 ?? ''].filter((one) => one.length > 8))
              expect(JSON.stringify(masked)).not.toContain(JSON.stringify(word).slice(1, -1))
        },
      ),
      { numRuns: sizes.fhirFiles },
    )
  })

  it('is told to be wrong when it is: each of the three finds what it is there for', () => {
    const patient = { resourceType: 'Patient', id: 'patient-1' } as const
    const found = (resource: object): string[] =>
      faultsOf(resource as never).map((fault) => fault.slice(0, fault.indexOf(':')))
    expect(found(patient)).toEqual([])
    expect(found({ ...patient, birthDate: '03/02/1980' })).toContain('medplum')
    expect(found({ resourceType: 'Condition', clinicalStatus: { text: 'x' } })).toContain('fhir')
    expect(found({ ...patient, gender: 'mujer' })).toContain('codes')
    expect(found({ ...patient, colour: 'red' })).toEqual(expect.arrayContaining(['medplum', 'fhir', 'codes']))
  })
})
