import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { session } from '../api/session.ts'
import { ensureRestored } from '../features/accounts/ensure-restored.ts'
import { loadTexts } from '../i18n/i18n.ts'
import type { TextGroup } from '../i18n/text-groups.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { paths } from './paths.ts'
import { RootLayout } from './RootLayout.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** Key of the group `common` that names the page in the window's title; the product's name alone without it. */
    title?: string
  }
}

/** The text groups of a page come with its code (specification §2). */
const texts = (...groups: readonly TextGroup[]) => ({ loader: () => loadTexts(groups) })

const textOf = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' ? value : undefined
}

/** The pages of patients and agenda read their own addresses. */
const anySearch = (search: Record<string, unknown>): Record<string, unknown> => search

const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.home,
  ...texts('home', 'auth'),
  component: lazyRouteComponent(() => import('../pages/home/HomePage.tsx'), 'HomePage'),
})

/** Only a page of the app may follow the sign-in; any other address would be an open redirect. */
const validateNext = (search: Record<string, unknown>): { next?: string | undefined } => {
  const next = textOf(search, 'next')
  return next?.startsWith('/app/') ? { next } : {}
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.login,
  staticData: { title: 'titles.login' },
  validateSearch: validateNext,
  ...texts('user', 'auth'),
  component: lazyRouteComponent(() => import('../pages/login/LoginPage.tsx'), 'LoginPage'),
})

const register = {
  getParentRoute: () => rootRoute,
  staticData: { title: 'titles.register' },
  ...texts('user', 'auth'),
  component: lazyRouteComponent(() => import('../pages/register/RegisterPage.tsx'), 'RegisterPage'),
}
const registerRoute = createRoute({ ...register, path: paths.register })
const registerBelowRoute = createRoute({ ...register, path: '/register/$step/$' })

const privacyPolicyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.privacyPolicy,
  staticData: { title: 'titles.privacyPolicy' },
  ...texts('privacyPolicy'),
  component: lazyRouteComponent(
    () => import('../pages/privacy-policy/PrivacyPolicyPage.tsx'),
    'PrivacyPolicyPage',
  ),
})

const termsConditionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.termsConditions,
  staticData: { title: 'titles.termsConditions' },
  ...texts('termsConditions'),
  component: lazyRouteComponent(
    () => import('../pages/terms-conditions/TermsConditionsPage.tsx'),
    'TermsConditionsPage',
  ),
})

/** Everything that is not public waits for the restore, then asks for a signed-in user. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: async ({ location }) => {
    await ensureRestored()
    const { authUser, practiceRequired } = session.get()
    if (!authUser && !practiceRequired) throw redirect({ to: paths.login, search: { next: location.href } })
  },
  ...texts('practice', 'user', 'auth'),
  component: lazyRouteComponent(() => import('./AppLayout.tsx'), 'AppLayout'),
})

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
  component: lazyRouteComponent(() => import('../pages/app/dashboard/DashboardPage.tsx'), 'DashboardPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  staticData: { title: 'titles.settings' },
  ...texts('settings', 'user', 'doctor', 'practice'),
  component: lazyRouteComponent(() => import('../pages/app/settings/SettingsPage.tsx'), 'SettingsPage'),
})

const calendarRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/calendar',
  staticData: { title: 'titles.calendar' },
  validateSearch: anySearch,
  ...texts('calendar', 'record', 'patient'),
  component: lazyRouteComponent(() => import('../pages/app/calendar/CalendarPage.tsx'), 'CalendarPage'),
})

const patientsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/patient',
  staticData: { title: 'titles.patients' },
  validateSearch: anySearch,
  ...texts('patient', 'record', 'dashboard'),
  component: lazyRouteComponent(() => import('../pages/app/patient/PatientListPage.tsx'), 'PatientListPage'),
})

const patientRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/patient/$patientId',
  staticData: { title: 'titles.patient' },
  validateSearch: anySearch,
  ...texts('patient', 'record', 'dashboard'),
  component: lazyRouteComponent(() => import('../pages/app/patient/PatientFilePage.tsx'), 'PatientFilePage'),
})

const routeTree = rootRoute.addChildren([
  homeRoute,
  loginRoute,
  registerRoute,
  registerBelowRoute,
  privacyPolicyRoute,
  termsConditionsRoute,
  appRoute.addChildren([
    appIndexRoute,
    dashboardRoute,
    settingsRoute,
    calendarRoute,
    patientsRoute,
    patientRoute,
  ]),
])

/** No preloading: reading a patient's file before it is opened would leave a reading in the audit trail. */
export const router = createRouter({
  routeTree,
  defaultPreload: false,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingMs: 300,
})
