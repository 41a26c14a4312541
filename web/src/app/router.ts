import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { session } from '../api/session.ts'
import { ensureRestored } from '../features/accounts/ensure-restored.ts'
import { keepLinkToken, type LinkPurpose } from '../features/accounts/link-token.ts'
import { loadTexts } from '../i18n/i18n.ts'
import type { TextGroup } from '../i18n/text-groups.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { nextPage } from './next-page.ts'
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
  const next = nextPage(search.next)
  return next === undefined ? {} : { next }
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
/** `/register/<token>`: the secret of an invitation. It is kept for this tab and leaves the address. */
const registerBelowRoute = createRoute({
  ...register,
  path: '/register/$',
  beforeLoad: ({ params }) => {
    if (!params._splat) return
    keepLinkToken('invitation', params._splat)
    throw redirect({ to: paths.register, replace: true })
  },
})

/** The secret of a link in a mail. */
const validateLink = (search: Record<string, unknown>): { token?: string | undefined } => {
  const token = textOf(search, 'token')
  return token === undefined ? {} : { token }
}

/** The secret is kept for this tab and leaves the address, so that it does not stay in the history. */
const takeLinkToken =
  (purpose: LinkPurpose, to: typeof paths.resetPassword | typeof paths.activate | typeof paths.confirmMail) =>
  ({ search }: { search: { token?: string | undefined } }): void => {
    if (search.token === undefined) return
    keepLinkToken(purpose, search.token)
    throw redirect({ to, search: {}, replace: true })
  }

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  staticData: { title: 'titles.forgotPassword' },
  ...texts('auth'),
  component: lazyRouteComponent(
    () => import('../pages/forgot-password/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
  ),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.resetPassword,
  staticData: { title: 'titles.resetPassword' },
  validateSearch: validateLink,
  beforeLoad: takeLinkToken('reset', paths.resetPassword),
  ...texts('user', 'auth'),
  component: lazyRouteComponent(
    () => import('../pages/reset-password/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
  ),
})

const activateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.activate,
  staticData: { title: 'titles.activate' },
  validateSearch: validateLink,
  beforeLoad: takeLinkToken('activate', paths.activate),
  ...texts('user', 'auth'),
  component: lazyRouteComponent(() => import('../pages/activate/ActivatePage.tsx'), 'ActivatePage'),
})

const confirmMailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.confirmMail,
  staticData: { title: 'titles.confirmMail' },
  validateSearch: validateLink,
  beforeLoad: takeLinkToken('confirm-mail', paths.confirmMail),
  ...texts('user', 'auth'),
  component: lazyRouteComponent(() => import('../pages/confirm-mail/ConfirmMailPage.tsx'), 'ConfirmMailPage'),
})

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
    const { authUser, practiceRequired, accessRejected } = session.get()
    if (!authUser && !practiceRequired && !accessRejected)
      throw redirect({ to: paths.login, search: { next: location.href } })
  },
  ...texts('practice', 'user'),
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
  ...texts('settings', 'user', 'auth', 'doctor', 'practice'),
  component: lazyRouteComponent(() => import('../pages/app/settings/SettingsPage.tsx'), 'SettingsPage'),
})

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/settings/account', replace: true })
  },
})

const accountSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account',
  staticData: { title: 'titles.settingsAccount' },
  component: lazyRouteComponent(() => import('../pages/app/settings/AccountPage.tsx'), 'AccountPage'),
})

const securitySettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security',
  staticData: { title: 'titles.settingsSecurity' },
  component: lazyRouteComponent(() => import('../pages/app/settings/SecurityPage.tsx'), 'SecurityPage'),
})

const profileSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile',
  staticData: { title: 'titles.settingsProfile' },
  component: lazyRouteComponent(() => import('../pages/app/settings/ProfilePage.tsx'), 'ProfilePage'),
})

const practiceSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/practice',
  staticData: { title: 'titles.settingsPractice' },
  component: lazyRouteComponent(() => import('../pages/app/settings/PracticePage.tsx'), 'PracticePage'),
})

const memberSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/members',
  staticData: { title: 'titles.settingsMembers' },
  component: lazyRouteComponent(() => import('../pages/app/settings/MembersPage.tsx'), 'MembersPage'),
})

const accessSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/access',
  staticData: { title: 'titles.settingsAccess' },
  component: lazyRouteComponent(() => import('../pages/app/settings/AccessPage.tsx'), 'AccessPage'),
})

const auditSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/audit',
  staticData: { title: 'titles.settingsAudit' },
  validateSearch: anySearch,
  // The words of the day picker stand with the records.
  ...texts('record'),
  component: lazyRouteComponent(() => import('../pages/app/settings/AuditPage.tsx'), 'AuditPage'),
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
  forgotPasswordRoute,
  resetPasswordRoute,
  activateRoute,
  confirmMailRoute,
  privacyPolicyRoute,
  termsConditionsRoute,
  appRoute.addChildren([
    appIndexRoute,
    dashboardRoute,
    settingsRoute.addChildren([
      settingsIndexRoute,
      accountSettingsRoute,
      securitySettingsRoute,
      profileSettingsRoute,
      practiceSettingsRoute,
      memberSettingsRoute,
      accessSettingsRoute,
      auditSettingsRoute,
    ]),
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
