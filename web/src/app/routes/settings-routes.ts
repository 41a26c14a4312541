import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { appRoute } from './app-route.ts'
import { anySearch, texts } from './root-route.ts'

const settingsPage = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  staticData: { title: 'titles.settings' },
  ...texts('settings', 'user', 'auth', 'doctor', 'practice'),
  component: lazyRouteComponent(() => import('../../pages/app/settings/SettingsPage.tsx'), 'SettingsPage'),
})

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsPage,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/settings/account', replace: true })
  },
})

const accountSettingsRoute = createRoute({
  getParentRoute: () => settingsPage,
  path: '/account',
  staticData: { title: 'titles.settingsAccount' },
  component: lazyRouteComponent(() => import('../../pages/app/settings/AccountPage.tsx'), 'AccountPage'),
})

const securitySettingsRoute = createRoute({
  getParentRoute: () => settingsPage,
  path: '/security',
  staticData: { title: 'titles.settingsSecurity' },
  component: lazyRouteComponent(() => import('../../pages/app/settings/SecurityPage.tsx'), 'SecurityPage'),
})

const profileSettingsRoute = createRoute({
  getParentRoute: () => settingsPage,
  path: '/profile',
  staticData: { title: 'titles.settingsProfile' },
  // The words of the day picker stand with the records.
  ...texts('record'),
  component: lazyRouteComponent(() => import('../../pages/app/settings/ProfilePage.tsx'), 'ProfilePage'),
})

const snippetSettingsRoute = createRoute({
  getParentRoute: () => settingsPage,
  path: '/snippets',
  staticData: { title: 'titles.settingsSnippets' },
  ...texts('snippets'),
  component: lazyRouteComponent(() => import('../../pages/app/settings/SnippetsPage.tsx'), 'SnippetsPage'),
})

const practiceSettingsRoute = createRoute({
  getParentRoute: () => settingsPage,
  path: '/practice',
  staticData: { title: 'titles.settingsPractice' },
  ...texts('signingKey'),
  component: lazyRouteComponent(() => import('../../pages/app/settings/PracticePage.tsx'), 'PracticePage'),
})

const memberSettingsRoute = createRoute({
  getParentRoute: () => settingsPage,
  path: '/members',
  staticData: { title: 'titles.settingsMembers' },
  ...texts('signatures'),
  component: lazyRouteComponent(() => import('../../pages/app/settings/MembersPage.tsx'), 'MembersPage'),
})

const accessSettingsRoute = createRoute({
  getParentRoute: () => settingsPage,
  path: '/access',
  staticData: { title: 'titles.settingsAccess' },
  component: lazyRouteComponent(() => import('../../pages/app/settings/AccessPage.tsx'), 'AccessPage'),
})

const auditSettingsRoute = createRoute({
  getParentRoute: () => settingsPage,
  path: '/audit',
  staticData: { title: 'titles.settingsAudit' },
  validateSearch: anySearch,
  // The words of the day picker stand with the records.
  ...texts('record'),
  component: lazyRouteComponent(() => import('../../pages/app/settings/AuditPage.tsx'), 'AuditPage'),
})

const modulesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/modules',
  staticData: { title: 'titles.modules' },
  // Forms are shown as they open in a file.
  ...texts('settings', 'modules', 'record'),
  component: lazyRouteComponent(() => import('../../pages/app/modules/ModulesPage.tsx'), 'ModulesPage'),
})

const moduleEditorRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/modules/editor',
  staticData: { title: 'titles.modules' },
  validateSearch: anySearch,
  ...texts('settings', 'modules', 'moduleEditor', 'moduleFaults', 'record'),
  component: lazyRouteComponent(
    () => import('../../pages/app/modules/ModuleEditorPage.tsx'),
    'ModuleEditorPage',
  ),
})

const sectionRoutes = settingsPage.addChildren([
  settingsIndexRoute,
  accountSettingsRoute,
  securitySettingsRoute,
  profileSettingsRoute,
  snippetSettingsRoute,
  practiceSettingsRoute,
  memberSettingsRoute,
  accessSettingsRoute,
  auditSettingsRoute,
])

/** The settings: the page with its list of sections, and each section; the modules have all the width. */
export const settingsRoutes = [sectionRoutes, modulesRoute, moduleEditorRoute] as const
