// What Today and the agenda ask.
import type { About, Call, Visit, Wave, Who } from './calls.ts'

const get = (path: string): Call => ({ method: 'GET', path })

export const monthCall = ({ practiceId, days }: Who, which: 0 | 1 | 2 = 1): Call => {
  const { start, end } = days.months[which]
  return get(`/calendar/appointments/${practiceId}/${start}/${end}`)
}

/** What changed of the month; all of it where nobody knows what did. */
export const changedCall = (who: Who, ids: readonly number[]): Call => {
  const month = monthCall(who)
  return ids.length === 0 ? month : { ...month, path: `${month.path}?ids=${ids.join(',')}` }
}

export const marksCall = ({ days }: Who): Call => get(`/calendar/marks/${days.today}/${days.tomorrow}`)

export const visitCall = ({ appointmentId }: Visit): Call => get(`/calendar/visit/${appointmentId}`)

export const scheduleCalls = ({ days }: Who): Call[] => {
  const { start, end } = days.months[1]
  return [get('/calendar/schedules'), get(`/calendar/absences/${start}/${end}`)]
}

export const todayCall = get('/calendar/today')

const showsAgenda: NonNullable<Wave['shows']> = () => ({ shows: 'agenda' })

/** Behind the answer of the sign-in. */
export const openingToday: readonly Wave[] = [
  {
    step: 'today',
    after: 0,
    calls: ({ who }) => [
      get('/installation/standing'),
      get('/patient/findLatestByUser'),
      todayCall,
      ...(who.isDesk ? [] : [get('/copies/due/count')]),
    ],
    shows: () => ({ shows: 'today' }),
  },
  { step: 'today', after: 130, calls: ({ who }) => (who.isOwner ? [get('/practice/first-steps')] : []) },
  { step: 'today', after: 160, calls: ({ who, visit }) => (who.isDesk ? [] : [glanceCall(visit)]) },
  { step: 'stream opened', after: 400, calls: () => [], listens: true },
  { step: 'today', after: 1500, calls: () => [get('/invitation')] },
]

const glanceCall = ({ patientId }: Visit): Call => get(`/patient/glance/${patientId}`)

export const openingAgenda: readonly Wave[] = [
  {
    step: 'agenda',
    after: 0,
    calls: ({ who }) => [
      get('/practice/doctors'),
      get(`/calendar/appointments/${who.practiceId}/${who.days.today}/${who.days.tomorrow}`),
      monthCall(who),
      ...scheduleCalls(who),
    ],
    shows: showsAgenda,
  },
  { step: 'agenda', after: 170, calls: ({ who }) => [marksCall(who)] },
]

export const backToAgenda: Wave = {
  step: 'agenda',
  after: 0,
  calls: ({ who }) => [monthCall(who), marksCall(who)],
  shows: showsAgenda,
}

/** The small card that an appointment opens as. */
export const openingCard: Wave = {
  step: 'card of a visit',
  after: 0,
  calls: ({ visit }) => [glanceCall(visit), visitCall(visit)],
  shows: ({ visit }) => ({ shows: 'agenda', visit }),
}

export const closingCard: Wave = { step: 'card of a visit', after: 0, calls: () => [], shows: showsAgenda }

const stateCall = ({ visit }: About, status: 'arrived' | 'attended'): Call => ({
  method: 'PUT',
  path: `/appointment/${visit.appointmentId}`,
  body: { status, cancelReason: null, version: visit.version },
  learn: (payload) => {
    visit.version = (payload as { version: number }).version
  },
})

/** Its state, by one press on its card; behind it the page reads what it shows, and the months beside it. */
export const changingState = (status: 'arrived' | 'attended'): readonly Wave[] => {
  const step = 'state of a visit'
  return [
    { step, after: 0, waits: true, calls: (about) => [stateCall(about, status)] },
    { step, after: 70, waits: true, calls: ({ who }) => [monthCall(who)] },
    { step, after: 190, waits: true, calls: ({ who, visit }) => [marksCall(who), visitCall(visit)] },
    { step, after: 340, waits: true, calls: ({ who }) => [monthCall(who, 0)] },
    { step, after: 360, waits: true, calls: ({ who }) => [monthCall(who, 2)] },
  ]
}

/** Each key asks, from the second letter on. */
const searched = ({ firstName, lastName }: Visit): string[] => [
  firstName.slice(0, 2),
  firstName.slice(0, 3),
  firstName,
  `${firstName} ${lastName.slice(0, 1)}`,
  `${firstName} ${lastName.slice(0, 2)}`,
]

const betweenKeys = 200

export const searching: readonly Wave[] = Array.from({ length: 5 }, (_, index) => ({
  step: 'search while typing',
  after: index * betweenKeys,
  calls: ({ visit }) => [
    get(`/patient/findByName/${encodeURIComponent(searched(visit)[index] ?? '')}?limit=8`),
  ],
}))

export const booking: readonly Wave[] = [
  {
    step: 'appointment booked',
    after: 0,
    calls: ({ visit: { doctorId, patientId }, next }) => [
      {
        method: 'POST',
        path: '/appointment',
        body: { doctorId, patientId, ...next, title: null, note: null, confirmed: false },
      },
    ],
    shows: showsAgenda,
  },
  { step: 'appointment booked', after: 80, waits: true, calls: ({ who }) => [monthCall(who)] },
  { step: 'appointment booked', after: 150, waits: true, calls: ({ who }) => [marksCall(who)] },
]

/** What a page of an owner or an administrator asks every half minute. */
export const storageCall = get('/storage')
