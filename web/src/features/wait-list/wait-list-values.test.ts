import {
  type WaitingPatient,
  type WaitingStatus,
  waitingPatientChange,
  waitingPatientInput,
} from '@ulna/contract/wait-list/wait-list'
import { describe, expect, it } from 'vitest'
import { minutesChoices } from '../../blocks/agenda-grid/board/grid-column.ts'
import {
  changeOfBooked,
  changeOfValues,
  emptyWaiting,
  formFieldOf,
  inputOfValues,
  valuesOfWaiting,
} from './wait-list-values.ts'

const patient = { id: 7, name: 'Mariana Gómez' }

const waiting: WaitingPatient = {
  id: 1,
  version: 3,
  patientId: 7,
  patientName: 'Mariana Gómez',
  patientPhone: '600 100 200',
  doctorId: 4,
  doctorName: 'Laura Restrepo',
  minutes: 50,
  weekdays: [1, 3],
  from: '16:00',
  to: '24:00',
  earliest: '2027-03-01',
  latest: null,
  note: 'Avisar por la mañana',
  status: 'waiting',
  createdAt: '2027-01-01T10:00:00.000Z',
}

describe('what is typed of somebody who waits', () => {
  it('wishes nothing in particular where nothing was typed, and the contract takes it', () => {
    const input = inputOfValues(emptyWaiting(45, patient))
    expect(waitingPatientInput.parse(input)).toEqual({
      patientId: 7,
      minutes: 45,
      doctorId: null,
      weekdays: [],
      from: null,
      to: null,
      earliest: null,
      latest: null,
      note: null,
    })
  })

  it('comes back as it was stored, midnight as the end of the day', () => {
    const values = valuesOfWaiting(waiting)
    expect(values).toMatchObject({ patient, doctorId: '4', minutes: '50', to: '00:00' })
    const change = changeOfValues(values, waiting)
    const { doctorId, minutes, weekdays, from, to, earliest, latest, note, version } = waiting
    expect(waitingPatientChange.parse(change)).toEqual({
      doctorId,
      minutes,
      weekdays,
      from,
      to,
      earliest,
      latest,
      note,
      version,
    })
  })

  it('puts back on the list whoever a colleague booked or withdrew meanwhile', () => {
    const over = (status: WaitingStatus) => changeOfValues(valuesOfWaiting(waiting), { version: 4, status })
    expect(over('withdrawn')).toMatchObject({ status: 'waiting', version: 4 })
    expect(over('booked')).toMatchObject({ status: 'waiting', version: 4 })
    expect(over('waiting')).not.toHaveProperty('status')
  })

  it('says that somebody is booked only of the wish that was looked at', () => {
    const change = changeOfBooked(waiting)
    expect(waitingPatientChange.parse(change)).toEqual({ status: 'booked', version: waiting.version })
  })

  it('offers the usual lengths and the one that is set', () => {
    expect(minutesChoices('50')).toEqual([15, 20, 30, 40, 45, 50, 60, 75, 90, 120])
    expect(minutesChoices('60')).toHaveLength(9)
  })

  it('knows its fields by those of the body', () => {
    expect(['patientId', 'weekdays.0', 'to'].map(formFieldOf)).toEqual(['patient', 'weekdays', 'to'])
  })
})
