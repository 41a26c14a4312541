import { type ImportBatch, type ImportRow, importEndpoints } from '@ulna/contract/imports/imports'
import { type ImportKind, importKinds } from '@ulna/contract/imports/imports.fields'
import { UploadBody } from '../../client.ts'
import { writtenDay } from '../imports.ts'
import type { Deed, Doing } from './deeds.ts'

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

const fileOf = (names: string, rows: readonly (readonly string[])[]): string =>
  [names, ...rows.map((row) => row.map(quoted).join(';'))].join('\n')

/** Few numbers, so that files speak of the same patients, and of such as nobody brought. */
const numberOf = ({ at }: Deed, row: number): string => String(1 + ((at + row) % 3))

/** Files as other programs write them: some rows are right, some are not, and the same ones come again. */
const files: Readonly<Record<ImportKind, (deed: Deed) => string>> = {
  patients: (deed) =>
    fileOf('Código;Nombre;Apellidos;F. Nacimiento;DNI;Notas', [
      [numberOf(deed, 0), deed.text, deed.text, '13/02/1980', '', deed.text],
      [numberOf(deed, 1), 'Ana', `Ruiz ${deed.at % 3}`, '03/04/1975', '12345678Z', ''],
      ['', 'Luis', 'Vega', '29/02/1980', '', deed.text],
      [numberOf(deed, 2), 'Ana', '', '31/02/1990', '', ''],
    ]),
  appointments: (deed) =>
    fileOf('Código;Fecha;Hora;Duración;Profesional;Estado;Motivo', [
      [numberOf(deed, 0), '13/03/2024', `${8 + (deed.at % 9)}:00`, '60', 'Olga', 'Atendida', deed.text],
      [numberOf(deed, 0), '13/03/2024', `${8 + (deed.at % 9)}:30`, '60', 'Olga', 'No asistió', ''],
      [numberOf(deed, 1), '14/03/2024', '9:15', '45', '', 'Cancelada', deed.text],
      [numberOf(deed, 2), writtenDay(20 + (deed.at % 9)), '12:00', '30', 'Laura', 'Reservada', ''],
      [numberOf(deed, 1), '15/03/2024', '25:00', '30', '', 'Atendida', ''],
    ]),
  packages: (deed) =>
    fileOf('Código;Id bono;Bono;Sesiones;Restantes', [
      [numberOf(deed, 0), deed.at % 2 === 0 ? `b${deed.at % 5}` : '', deed.text, '10', String(deed.at % 10)],
      [numberOf(deed, 1), '', 'Diez', '5', '7'],
    ]),
  notes: (deed) =>
    fileOf('Código;Fecha;Autor;Nota', [
      [numberOf(deed, 0), '13/03/2024 9:00', deed.text, deed.text],
      [numberOf(deed, 1), '14/03/2024', '', `Nota ${deed.at % 3}`],
      [numberOf(deed, 2), '14/03/2999', '', deed.text],
    ]),
}

/** What a person says of the words of a file of visits: half of the practitioners are nobody here any more. */
const saidOf = ({ by, deed }: Doing, { values }: ImportBatch) => ({
  values: values.map(({ field, text, target }) => ({
    ...{ field, text },
    target: field === 'status' ? target : deed.at % 2 === 0 ? 'gone' : String(by.doctorId),
  })),
})

/** Patients that a file brought are worked on like all others. */
const noteBrought = async ({ ask, written }: Doing, id: number): Promise<void> => {
  const rows = await ask<ImportRow[]>(importEndpoints.rows, { params: { id }, query: { only: 'create' } })
  for (const { patientId } of rows ?? [])
    if (patientId !== null && !written.patients.includes(patientId)) written.patients.push(patientId)
}

/** A file of another program is read and said of words; two in three are carried out, the others left on the way. */
export const bringDrawn = async (doing: Doing): Promise<void> => {
  const { app, ask, written, deed } = doing
  const kind = importKinds[deed.at % importKinds.length] ?? 'patients'
  const source = deed.hours % 3 === 0 ? deed.text : 'Programa viejo'
  const batch = await ask<ImportBatch>(importEndpoints.start, {
    query: { fileName: `${kind}.csv`, kind, source },
    body: new UploadBody(Buffer.from(files[kind](deed)), 'application/octet-stream'),
  })
  if (!batch) return
  const params = { id: batch.id }
  await ask(importEndpoints.update, { params, body: { source, ...saidOf(doing, batch) } })
  if (!(await ask(importEndpoints.examine, { params }))) return
  await app.runJobs()
  if (deed.hours % 5 === 0 || !(await ask(importEndpoints.run, { params }))) return
  await app.runJobs()
  written.imports.push(batch.id)
  if (kind === 'patients') await noteBrought(doing, batch.id)
}

/** Takes one of the imports back, whatever was done with what it brought. */
export const takeBackDrawn = async ({ app, ask, written, deed }: Doing): Promise<void> => {
  const id = written.imports[deed.at % Math.max(1, written.imports.length)]
  if (id === undefined || !(await ask(importEndpoints.undo, { params: { id } }))) return
  await app.runJobs()
}
