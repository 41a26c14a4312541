import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { keepLinkToken, type LinkPurpose } from '../../features/accounts/entrance/link-token.ts'
import { chooseLanguage } from '../../i18n/i18n.ts'
import { isLanguage } from '../../i18n/page-settings.ts'
import { paths } from '../paths.ts'
import { nextPage } from './next-page.ts'
import { type PageOptions, rootRoute, texts } from './root-route.ts'

const textOf = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' ? value : undefined
}

const publicPage = <const Path extends string>(path: Path, page: PageOptions) =>
  createRoute({ getParentRoute: () => rootRoute, path, ...page })

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

type LinkPath = typeof paths.resetPassword | typeof paths.activate | typeof paths.confirmMail

/** Where a mail leads. The secret of its link is kept for this tab and leaves the address, and so the history. */
const linkPage = <const Path extends LinkPath>(path: Path, purpose: LinkPurpose, page: PageOptions) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: validateLink,
    beforeLoad: ({ search }: { search: { token?: string | undefined } }): void => {
      if (search.token === undefined) return
      keepLinkToken(purpose, search.token)
      throw redirect({ to: path as LinkPath, search: {}, replace: true })
    },
    ...page,
  })

interface FollowedLink {
  readonly params: { readonly _splat?: string }
  readonly search: { readonly language?: string | undefined }
}

/** What a link to a patient brings: its language, and its secret, which is kept for this tab and leaves the address. */
const linkOf = (purpose: 'reminders' | 'copy', to: typeof paths.reminders | typeof paths.copy) => ({
  validateSearch: (search: Record<string, unknown>): FollowedLink['search'] => ({
    language: textOf(search, 'language'),
  }),
  beforeLoad: async ({ params, search }: FollowedLink) => {
    if (isLanguage(search.language)) await chooseLanguage(search.language)
    if (!params._splat) return
    keepLinkToken(purpose, params._splat)
    throw redirect({ to, replace: true })
  },
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
  ...linkOf('reminders', paths.reminders),
})

const copy = {
  getParentRoute: () => rootRoute,
  staticData: { title: 'titles.copy' },
  ...texts('auth', 'copies', 'movingErrors'),
  component: lazyRouteComponent(() => import('../../pages/copy/CopyPage.tsx'), 'CopyPage'),
}
const copyRoute = createRoute({ ...copy, path: paths.copy })
/** `/copy/<token>?language=it`, as a patient gets it from the practice: the page speaks as the copy does. */
const copyBelowRoute = createRoute({ ...copy, path: '/copy/$', ...linkOf('copy', paths.copy) })

/** What everybody may open: the site, the ways in, and where the links of mails lead. */
export const publicRoutes = [
  publicPage(paths.home, {
    ...texts('home', 'auth'),
    component: lazyRouteComponent(() => import('../../pages/home/HomePage.tsx'), 'HomePage'),
  }),
  loginRoute,
  registerRoute,
  registerBelowRoute,
  publicPage(paths.forgotPassword, {
    staticData: { title: 'titles.forgotPassword' },
    ...texts('auth'),
    component: lazyRouteComponent(
      () => import('../../pages/forgot-password/ForgotPasswordPage.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  linkPage(paths.resetPassword, 'reset', {
    staticData: { title: 'titles.resetPassword' },
    ...texts('user', 'auth'),
    component: lazyRouteComponent(
      () => import('../../pages/reset-password/ResetPasswordPage.tsx'),
      'ResetPasswordPage',
    ),
  }),
  linkPage(paths.activate, 'activate', {
    staticData: { title: 'titles.activate' },
    ...texts('user', 'auth'),
    component: lazyRouteComponent(() => import('../../pages/activate/ActivatePage.tsx'), 'ActivatePage'),
  }),
  linkPage(paths.confirmMail, 'confirm-mail', {
    staticData: { title: 'titles.confirmMail' },
    ...texts('user', 'auth'),
    component: lazyRouteComponent(
      () => import('../../pages/confirm-mail/ConfirmMailPage.tsx'),
      'ConfirmMailPage',
    ),
  }),
  remindersRoute,
  remindersBelowRoute,
  copyRoute,
  copyBelowRoute,
  publicPage(paths.verify, {
    staticData: { title: 'titles.verify' },
    ...texts('verify'),
    component: lazyRouteComponent(() => import('../../pages/verify/VerifyPage.tsx'), 'VerifyPage'),
  }),
  publicPage(paths.privacyPolicy, {
    staticData: { title: 'titles.privacyPolicy' },
    ...texts('privacyPolicy'),
    component: lazyRouteComponent(
      () => import('../../pages/privacy-policy/PrivacyPolicyPage.tsx'),
      'PrivacyPolicyPage',
    ),
  }),
  publicPage(paths.termsConditions, {
    staticData: { title: 'titles.termsConditions' },
    ...texts('termsConditions'),
    component: lazyRouteComponent(
      () => import('../../pages/terms-conditions/TermsConditionsPage.tsx'),
      'TermsConditionsPage',
    ),
  }),
] as const
