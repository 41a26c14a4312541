import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { appPage, appRoute } from './app-route.ts'
import { texts } from './root-route.ts'

const appIndexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard })
  },
})

const filePage = {
  staticData: { title: 'titles.patient' },
  ...texts('patient', 'record'),
  component: lazyRouteComponent(
    () => import('../../pages/app/patient/PatientFilePage.tsx'),
    'PatientFilePage',
  ),
} as const

const packagePage = {
  staticData: { title: 'titles.packages' },
  ...texts('sessionPackage', 'record', 'calendar', 'patient'),
  component: lazyRouteComponent(
    () => import('../../pages/app/session-package/SessionPackagePage.tsx'),
    'SessionPackagePage',
  ),
} as const

/** The day’s work: today, agenda, patients, packages. Any path beneath a page is that page (specification §2). */
export const workRoutes = [
  appIndexRoute,
  appPage('/dashboard', {
    staticData: { title: 'titles.dashboard' },
    ...texts('dashboard', 'patient', 'calendar'),
    component: lazyRouteComponent(
      () => import('../../pages/app/dashboard/DashboardPage.tsx'),
      'DashboardPage',
    ),
  }),
  appPage('/calendar', {
    staticData: { title: 'titles.calendar' },
    ...texts('calendar', 'record', 'patient'),
    component: lazyRouteComponent(() => import('../../pages/app/calendar/CalendarPage.tsx'), 'CalendarPage'),
  }),
  appPage('/patient', {
    staticData: { title: 'titles.patients' },
    ...texts('patient', 'record'),
    component: lazyRouteComponent(
      () => import('../../pages/app/patient/list/PatientListPage.tsx'),
      'PatientListPage',
    ),
  }),
  appPage('/patient/$patientId', filePage),
  appPage('/patient/$patientId/$', filePage),
  appPage('/hand-overs', {
    staticData: { title: 'titles.handOvers' },
    ...texts('handOvers', 'movingErrors', 'settings'),
    component: lazyRouteComponent(
      () => import('../../pages/app/hand-overs/HandOversPage.tsx'),
      'HandOversPage',
    ),
  }),
  appPage('/session-package', packagePage),
  appPage('/session-package/$packageId', packagePage),
  appPage('/session-package/$packageId/$', packagePage),
  appPage('/session-package/receipts', {
    staticData: { title: 'titles.receipts' },
    ...texts('receipts', 'sessionPackage', 'record', 'calendar', 'patient'),
    component: lazyRouteComponent(
      () => import('../../features/receipts/ReceiptBrowser.tsx'),
      'ReceiptBrowser',
    ),
  }),
  appPage('/patient/$patientId/merge', {
    staticData: { title: 'titles.merge' },
    ...texts('merge', 'patient', 'record', 'calendar'),
    component: lazyRouteComponent(() => import('../../pages/app/patient/merge/MergePage.tsx'), 'MergePage'),
  }),
  // A document on a device that a patient holds.
  appPage('/patient/$patientId/sign/$recordId', {
    staticData: { title: 'titles.sign', bare: true },
    ...texts('signatures', 'patient', 'record'),
    component: lazyRouteComponent(() => import('../../pages/app/sign/HandOverPage.tsx'), 'HandOverPage'),
  }),
] as const
