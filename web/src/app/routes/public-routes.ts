import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { keepLinkToken, type LinkPurpose } from '../../features/accounts/entrance/link-token.ts'
import { chooseLanguage } from '../../i18n/i18n.ts'
import { isLanguage } from '../../i18n/page-settings.ts'
import { paths } from '../paths.ts'
import { nextPage } from './next-page.ts'
import { rootRoute, texts } from './root-route.ts'

const textOf = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' ? value : undefined
}

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.home,
  ...texts('home', 'auth'),
  component: lazyRouteComponent(() => import('../../pages/home/HomePage.tsx'), 'HomePage'),
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
  component: lazyRouteComponent(() => import('../../pages/login/LoginPage.tsx'), 'LoginPage'),
})

const register = {
  getParentRoute: () => rootRoute,
  staticData: { title: 'titles.register' },
  ...texts('user', 'auth'),
  component: lazyRouteComponent(() => import('../../pages/register/RegisterPage.tsx'), 'RegisterPage'),
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
    () => import('../../pages/forgot-password/ForgotPasswordPage.tsx'),
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
    () => import('../../pages/reset-password/ResetPasswordPage.tsx'),
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
  component: lazyRouteComponent(() => import('../../pages/activate/ActivatePage.tsx'), 'ActivatePage'),
})

const confirmMailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.confirmMail,
  staticData: { title: 'titles.confirmMail' },
  validateSearch: validateLink,
  beforeLoad: takeLinkToken('confirm-mail', paths.confirmMail),
  ...texts('user', 'auth'),
  component: lazyRouteComponent(
    () => import('../../pages/confirm-mail/ConfirmMailPage.tsx'),
    'ConfirmMailPage',
  ),
})

const reminders = {
  getParentRoute: () => rootRoute,
  staticData: { title: 'titles.reminders' },
  ...texts('auth'),
  component: lazyRouteComponent(() => import('../../pages/reminders/RemindersPage.tsx'), 'RemindersPage'),
}
const remindersRoute = createRoute({ ...reminders, path: paths.reminders })
/** `/reminders/<token>?language=it`, as it stands in mails to patients: the page speaks as the mail does. */
const remindersBelowRoute = createRoute({
  ...reminders,
  path: '/reminders/$',
  validateSearch: (search: Record<string, unknown>): { language?: string | undefined } => ({
    language: textOf(search, 'language'),
  }),
  beforeLoad: async ({ params, search }) => {
    if (isLanguage(search.language)) await chooseLanguage(search.language)
    if (!params._splat) return
    keepLinkToken('reminders', params._splat)
    throw redirect({ to: paths.reminders, replace: true })
  },
})

const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.verify,
  staticData: { title: 'titles.verify' },
  ...texts('verify'),
  component: lazyRouteComponent(() => import('../../pages/verify/VerifyPage.tsx'), 'VerifyPage'),
})

const privacyPolicyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.privacyPolicy,
  staticData: { title: 'titles.privacyPolicy' },
  ...texts('privacyPolicy'),
  component: lazyRouteComponent(
    () => import('../../pages/privacy-policy/PrivacyPolicyPage.tsx'),
    'PrivacyPolicyPage',
  ),
})

const termsConditionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.termsConditions,
  staticData: { title: 'titles.termsConditions' },
  ...texts('termsConditions'),
  component: lazyRouteComponent(
    () => import('../../pages/terms-conditions/TermsConditionsPage.tsx'),
    'TermsConditionsPage',
  ),
})

/** What everybody may open: the site, the ways in, and where the links of mails lead. */
export const publicRoutes = [
  homeRoute,
  loginRoute,
  registerRoute,
  registerBelowRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  activateRoute,
  confirmMailRoute,
  remindersRoute,
  remindersBelowRoute,
  verifyRoute,
  privacyPolicyRoute,
  termsConditionsRoute,
] as const
