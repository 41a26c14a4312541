import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizes } from '../../../../test/faults/sizes.ts'
import { paths } from '../../../paths.ts'
import { loadModules } from '../../modules/modules.files.ts'
import { type MappingContext, withholdsNothing } from '../mapping/base/fhir.patient-file.ts'
import { fileToHandOut, mappedTypes, resourcesOf } from '../mapping/fhir.file-resources.ts'
import { anyFileOf } from './fhir.random.fixture.ts'
import { faultsOf } from './fhir.validators.fixture.ts'

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
