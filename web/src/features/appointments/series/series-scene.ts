import type { Clash, PreviewDate, SeriesPreview } from '@ulna/contract/appointments/appointments.series'

/** Dates of a series as a preview answers them, for tests. */
export const previewDate = (on: string, part: Partial<PreviewDate> = {}): PreviewDate => ({
  on,
  id: null,
  start: `${on}T09:00:00.000Z`,
  end: `${on}T09:45:00.000Z`,
  doctorId: 1,
  before: null,
  kept: null,
  shifted: false,
  clashes: [],
  patientClashes: [],
  absence: null,
  outsideHours: false,
  nearestFree: null,
  freeDoctors: [],
  ...part,
})

export const clashWith = (id: number, on: string): Clash => ({
  id,
  start: `${on}T09:15:00.000Z`,
  end: `${on}T10:00:00.000Z`,
  doctorId: 1,
  doctorName: 'Laura Restrepo',
  patientId: 5,
  patientName: 'Carlos Peña',
  title: null,
})

export const previewOf = (dates: PreviewDate[], part: Partial<SeriesPreview> = {}): SeriesPreview => ({
  dates,
  skipped: [],
  removed: [],
  cut: false,
  ...part,
})
