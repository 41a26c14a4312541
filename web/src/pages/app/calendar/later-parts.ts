import { loadTexts } from '../../../i18n/i18n.ts'
import type { TextGroup } from '../../../i18n/text-groups.ts'

/** Code with the texts it speaks. */
const withTexts = async <Module>(group: TextGroup, code: Promise<Module>): Promise<Module> => {
  const [module] = await Promise.all([code, loadTexts([group])])
  return module
}

/** Views that are fetched when they are chosen, or before while nobody waits. */
export const importWeek = () => import('../../../blocks/agenda-grid/week/AgendaWeek.tsx')
export const importTeamWeek = () => import('../../../blocks/agenda-grid/week/AgendaTeamWeek.tsx')
export const importMonth = () =>
  withTexts('agendaViews', import('../../../blocks/agenda-grid/month/AgendaMonth.tsx'))
export const importList = () => withTexts('agendaViews', import('./CalendarList.tsx'))
export const importMenu = () => withTexts('agendaViews', import('./events/EventMenuHost.tsx'))
export const importPrint = () => withTexts('agendaViews', import('./CalendarPrint.tsx'))
/** Finder of free times, hours and absences. */
export const importTools = () => withTexts('schedules', import('./head/CalendarTools.tsx'))
export const importWaitList = () => withTexts('waitList', import('./panel/CalendarWaitList.tsx'))
export const importNotices = () => withTexts('waitList', withTexts('series', import('./CalendarNotices.tsx')))
export const importPanel = () => import('./panel/CalendarPanel.tsx')
/** Of the form of an appointment. */
export const importNewPatient = () =>
  withTexts('patient', import('../../../features/patients/NewPatientForm.tsx'))
export const importVisitPackage = () =>
  withTexts('sessionPackage', import('../../../features/session-packages/VisitPackage.tsx'))
export const importPhoneTools = () => import('./head/PhoneTools.tsx')

// What cannot be fetched ahead is fetched when it is chosen, and fails where it can be shown.
const leaveIt = (): undefined => undefined

/** Fetches the views while nobody waits for them; answers how to call that off. */
export const fetchViewsAhead = (): (() => void) => {
  const timer = setTimeout(() => {
    for (const fetchView of [importWeek, importMonth, importList, importTeamWeek, importMenu, importPrint]) {
      fetchView().catch(leaveIt)
    }
  }, 1500)
  return () => clearTimeout(timer)
}
