import type { documentSubtypes } from '@ulna/contract/records/records'
import type { DemoPlan, PlannedPatient } from '../plan/plan.ts'
import { drawKnee } from './draw-knee.ts'
import { drawPosture } from './draw-posture.ts'
import { greysOf, jpegOf } from './raster.ts'
import { writeDicom } from './write-dicom.ts'
import { writeReport } from './write-report.ts'

export interface PlannedFile {
  readonly name: string
  readonly type: string
  readonly draw: () => Promise<Buffer>
}

/** A document of the practice's owner, with the files that belong to it. */
export interface PlannedDocument {
  /** Its place in the plan. */
  readonly patient: number
  readonly subtype: (typeof documentSubtypes)[number]
  readonly name: string
  readonly note: string
  /** Instant, ISO 8601. */
  readonly at: string
  readonly files: readonly PlannedFile[]
}

interface Treated {
  readonly patient: PlannedPatient
  readonly first: string
  readonly last: string
}

const named =
  (name: string) =>
  ({ person }: PlannedPatient): boolean =>
    `${person.firstName} ${person.lastName}` === name

/** Somebody with their first and last session; undefined for whom the plan does not treat. */
const treated = (
  { patients, records }: DemoPlan,
  isMeant: (patient: PlannedPatient) => boolean,
): Treated | undefined => {
  const patient = patients.find(isMeant)
  const sessions = records
    .filter((record) => record.patient === patient?.key && record.type === 'control')
    .map(({ occurredAt }) => occurredAt)
    .sort()
  const [first, last] = [sessions[0], sessions.at(-1)]
  return patient && first && last ? { patient, first, last } : undefined
}

const posture = (name: string, stance: Parameters<typeof drawPosture>[0]): PlannedFile => ({
  name,
  type: 'image/jpeg',
  draw: () => jpegOf(drawPosture(stance)),
})

const minutesBefore = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) - minutes * 60_000).toISOString()

/** Postures of somebody with a painful neck, to be compared. */
const postures = ({ patient, first, last }: Treated): PlannedDocument[] => [
  {
    patient: patient.key,
    subtype: 'photo',
    name: 'Postura, plano posterior',
    note: 'Cabeza inclinada a la derecha y hombro derecho descendido.',
    at: minutesBefore(first, 5),
    files: [posture('postura-primera-sesion.jpg', { head: 9, shoulders: 5, hips: -1 })],
  },
  {
    patient: patient.key,
    subtype: 'photo',
    name: 'Postura, plano posterior (control)',
    note: 'Hombros casi a la misma altura; la cabeza sigue algo inclinada.',
    at: minutesBefore(last, 5),
    files: [posture('postura-control.jpg', { head: 3, shoulders: 1, hips: 0 })],
  },
]

/** How somebody stood when they came first. */
const firstPosture = ({ patient, first }: Treated): PlannedDocument => ({
  patient: patient.key,
  subtype: 'photo',
  name: 'Postura, plano posterior',
  note: 'Primera sesión. Se repite al alta.',
  at: minutesBefore(first, 5),
  files: [posture('postura-primera-sesion.jpg', { head: 4, shoulders: 7, hips: 2 })],
})

/** What somebody with a painful knee brings along. */
const kneeStudies = ({ patient: { key, person }, first }: Treated): PlannedDocument[] => {
  const at = minutesBefore(first, 5)
  const study = 'RODILLA IZQUIERDA LATERAL'
  const { firstName, lastName, birthDate } = person
  const draw = async (): Promise<Buffer> =>
    writeDicom({ firstName, lastName, birthDate, day: at.slice(0, 10), study }, await greysOf(drawKnee()))
  const report = {
    title: 'Ecografía de rodilla izquierda',
    lines: [
      `Paciente: ${firstName} ${lastName}`,
      'Tendón rotuliano engrosado en su inserción proximal, de 7 mm, hipoecoico en su porción central.',
      'Neovascularización leve con Doppler. Sin rotura de fibras.',
      'Tendón cuadricipital, ligamentos colaterales y bursas sin alteraciones. Sin derrame.',
      'Conclusión: tendinopatía rotuliana proximal.',
      'Informe inventado para la consulta de demostración.',
    ],
  }
  return [
    {
      patient: key,
      subtype: 'xray',
      name: 'Radiografía de rodilla izquierda',
      note: 'Sin lesiones óseas.',
      at,
      files: [{ name: 'rodilla-izquierda-lateral.dcm', type: 'application/dicom', draw }],
    },
    {
      patient: key,
      subtype: 'pdf',
      name: 'Ecografía de rodilla izquierda',
      note: 'La trae la paciente.',
      at: minutesBefore(first, 3),
      files: [
        { name: 'ecografia-rodilla.pdf', type: 'application/pdf', draw: async () => writeReport(report) },
      ],
    },
  ]
}

/**
 * The documents of the demo that have files: all drawn and written here, none of anybody. Whoever stands where somebody
 * looks first (`hour`, places in the plan) has a photo too.
 */
export const planDocuments = (plan: DemoPlan, hour: readonly number[]): PlannedDocument[] => {
  const neck = treated(plan, named('Paula Andrea Castaño'))
  const knee = treated(plan, named('Lucía Fernández Prat'))
  const others = hour
    .filter((key) => key !== neck?.patient.key)
    .flatMap((key) => treated(plan, (patient) => patient.key === key) ?? [])
  return [
    ...(neck ? postures(neck) : []),
    ...(knee ? kneeStudies(knee) : []),
    ...others.map((one) => firstPosture(one)),
  ]
}
