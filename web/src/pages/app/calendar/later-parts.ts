import { withTexts } from '../../../i18n/lazy-part.ts'

/** Views that are fetched when they are chosen, or before while nobody waits. */
export const importWeek = () => import('../../../blocks/agenda-grid/week/AgendaWeek.tsx')
export const importTeamWeek = () => import('../../../blocks/agenda-grid/week/AgendaTeamWeek.tsx')
export const importMonth = () =>
  withTexts(import('../../../blocks/agenda-grid/month/AgendaMonth.tsx'), ['agendaViews'])
export const importList = () => withTexts(import('./CalendarList.tsx'), ['agendaViews'])
/** What stands on the card of an appointment is said on Today too. */
export const importCard = () => withTexts(import('./card/VisitCardHost.tsx'), ['agendaViews', 'dashboard'])
export const importPrint = () => withTexts(import('./CalendarPrint.tsx'), ['agendaViews'])
/** Finder of free times, hours and absences. */
export const importTools = () => withTexts(import('./head/CalendarTools.tsx'), ['schedules'])
export const importWaitList = () => withTexts(import('./panel/CalendarWaitList.tsx'), ['waitList'])
export const importNotices = () => withTexts(import('./CalendarNotices.tsx'), ['waitList', 'series'])
export const importPanel = () => import('./panel/CalendarPanel.tsx')
/** The form of an appointment asks for it. */
export const importNewPatient = () =>
  withTexts(import('../../../features/patients/NewPatientForm.tsx'), ['patient'])
export const importVisitPackage = () =>
  withTexts(import('../../../features/session-packages/VisitPackage.tsx'), ['sessionPackage'])
export const importPhoneTools = () => import('./head/PhoneTools.tsx')

// What cannot be fetched ahead is fetched when it is chosen, and fails where it can be shown.
const leaveIt = (): undefined => undefined

/** Fetches the views while nobody waits for them; answers how to call that off. */
export const fetchViewsAhead = (): (() => void) => {
  const timer = setTimeout(() => {
    for (const fetchView of [importWeek, importMonth, importList, importTeamWeek, importCard, importPrint]) {
      fetchView().catch(leaveIt)
    }
  }, 1500)
  return () => clearTimeout(timer)
}
