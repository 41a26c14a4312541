import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type CopyPart,
  type PatientCopy,
  patientCopyEndpoints,
} from '@ulna/contract/patient-copies/patient-copies'
import type { FhirResource } from 'fhir/r4'
import type { TestApp } from './build-test-app.ts'
import { callEndpoint } from './client.ts'
import { readZip } from './factories/moves.ts'
import type { TestPerson } from './factories/people.ts'
import { flatText, poppler } from './poppler.ts'

/** Everything that the forms which ship reserve, and the notes of the practice. */
export const everythingReserved: readonly string[] = [
  'notes',
  'followup_default.doctorObs',
  'imported_note.title',
  'imported_note.text',
  'med_hist_default.familyDiseases',
  'med_hist_default.familyOther',
  'consent_pelvic_floor.companion',
  'pelvic_internal_exam.present',
]

export interface Copied {
  readonly copy: PatientCopy
  readonly files: ReadonlyMap<string, Buffer>
  /** What the paper in it says. */
  readonly paper: string
  /** What every file of it says, papers as they are read. */
  readonly said: string
}

export const textOf = ({ files }: Copied, name: string): string => files.get(name)?.toString() ?? ''

export const resourcesIn = (copied: Copied): FhirResource[] =>
  [...copied.files.keys()]
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => textOf(copied, name).split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as FhirResource)

/** Makes and fetches copies of files in a practice; `directory` is where they are unpacked from. */
export const copiesOf = (app: TestApp, owner: TestPerson, directory: string) => {
  const by = { token: owner.token }
  const partsOf = async (id: number): Promise<CopyPart[]> =>
    (await callEndpoint(app, patientCopyEndpoints.parts, { ...by, params: { id } })).payload

  /** A copy of which everything reserved is given, unless the body says otherwise. */
  const copyOf = async (patientId: number, body: object = {}): Promise<Copied> => {
    const asked = await callEndpoint(app, patientCopyEndpoints.ask, {
      ...{ ...by, params: { id: patientId } },
      body: { askedOn: '2026-01-15', askedBy: 'patient', identity: 'known' },
    })
    const { id } = asked.payload as PatientCopy
    const made = await callEndpoint(app, patientCopyEndpoints.make, {
      ...{ ...by, params: { id }, body: { keptBack: [], given: everythingReserved, ...body } },
    })
    if (made.status !== 200) throw new Error(`answered ${made.status}: ${made.text}`)
    const link = await callEndpoint(app, patientCopyEndpoints.fetchLink, { ...by, params: { id } })
    const { rawPayload } = await app.server.inject({ url: (link.payload as { url: string }).url })
    const file = path.join(directory, `${id}.zip`)
    await writeFile(file, rawPayload)
    const files = await readZip(file)
    const pages = files.get('file.pdf')
    const paper = pages ? flatText(await poppler('pdftotext', pages, '-raw')).normalize('NFC') : ''
    const told = [...files].map(([name, bytes]) => `${name} ${bytes.toString()}`)
    return { copy: made.payload, files, paper, said: [...told, paper].join('\n') }
  }
  return { partsOf, copyOf }
}
