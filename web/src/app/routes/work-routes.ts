import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { appRoute } from './app-route.ts'
import { anySearch, texts } from './root-route.ts'

const appIndexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard })
  },
})

const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboard',
  staticData: { title: 'titles.dashboard' },
  ...texts('dashboard', 'patient'),
  component: lazyRouteComponent(() => import('../../pages/app/dashboard/DashboardPage.tsx'), 'DashboardPage'),
})

const calendarRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/calendar',
  staticData: { title: 'titles.calendar' },
  validateSearch: anySearch,
  ...texts('calendar', 'record', 'patient'),
  component: lazyRouteComponent(() => import('../../pages/app/calendar/CalendarPage.tsx'), 'CalendarPage'),
})

const patientsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/patient',
  staticData: { title: 'titles.patients' },
  validateSearch: anySearch,
  ...texts('patient', 'record', 'dashboard'),
  component: lazyRouteComponent(
    () => import('../../pages/app/patient/list/PatientListPage.tsx'),
    'PatientListPage',
  ),
})

const filePage = {
  staticData: { title: 'titles.patient' },
  validateSearch: anySearch,
  ...texts('patient', 'record', 'dashboard'),
  component: lazyRouteComponent(
    () => import('../../pages/app/patient/PatientFilePage.tsx'),
    'PatientFilePage',
  ),
} as const

const patientRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/patient/$patientId',
  ...filePage,
})

/** Any path beneath a page is that page (specification §2). */
const patientBelowRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/patient/$patientId/$',
  ...filePage,
})

const packagePage = {
  staticData: { title: 'titles.packages' },
  validateSearch: anySearch,
  ...texts('sessionPackage', 'record', 'calendar', 'patient'),
  component: lazyRouteComponent(
    () => import('../../pages/app/session-package/SessionPackagePage.tsx'),
    'SessionPackagePage',
  ),
} as const

const packagesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/session-package',
  ...packagePage,
})

const packageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/session-package/$packageId',
  ...packagePage,
})

const packageBelowRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/session-package/$packageId/$',
  ...packagePage,
})

const receiptsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/session-package/receipts',
  staticData: { title: 'titles.receipts' },
  validateSearch: anySearch,
  ...texts('receipts', 'sessionPackage', 'record', 'calendar', 'patient'),
  component: lazyRouteComponent(
    () => import('../../pages/app/session-package/ReceiptsPage.tsx'),
    'ReceiptsPage',
  ),
})

/** A document on a device that a patient holds. */
const signRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/patient/$patientId/sign/$recordId',
  staticData: { title: 'titles.sign', bare: true },
  validateSearch: anySearch,
  ...texts('signatures', 'patient', 'record', 'dashboard'),
  component: lazyRouteComponent(() => import('../../pages/app/sign/HandOverPage.tsx'), 'HandOverPage'),
})

/** The day’s work: today, agenda, patients, packages. */
export const workRoutes = [
  appIndexRoute,
  dashboardRoute,
  calendarRoute,
  patientsRoute,
  patientRoute,
  patientBelowRoute,
  packagesRoute,
  packageRoute,
  packageBelowRoute,
  receiptsRoute,
  signRoute,
] as const
