import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { appPage, appRoute } from './app-route.ts'
import { anySearch, type PageOptions, texts } from './root-route.ts'

const settingsPage = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  staticData: { title: 'titles.settings' },
  ...texts('settings', 'user', 'auth', 'doctor', 'practice'),
  component: lazyRouteComponent(() => import('../../pages/app/settings/SettingsPage.tsx'), 'SettingsPage'),
})

const section = <const Path extends string>(path: Path, page: PageOptions) =>
  createRoute({ getParentRoute: () => settingsPage, path, validateSearch: anySearch, ...page })

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsPage,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/settings/account', replace: true })
  },
})

const sectionRoutes = settingsPage.addChildren([
  settingsIndexRoute,
  section('/account', {
    staticData: { title: 'titles.settingsAccount' },
    ...texts('practiceDeletions'),
    component: lazyRouteComponent(() => import('../../pages/app/settings/AccountPage.tsx'), 'AccountPage'),
  }),
  section('/security', {
    staticData: { title: 'titles.settingsSecurity' },
    component: lazyRouteComponent(
      () => import('../../features/accounts/settings/SecuritySettings.tsx'),
      'SecuritySettings',
    ),
  }),
  section('/profile', {
    staticData: { title: 'titles.settingsProfile' },
    // The words of the day picker stand with the records.
    ...texts('record', 'practitionerCopies', 'movingErrors'),
    component: lazyRouteComponent(() => import('../../pages/app/settings/ProfilePage.tsx'), 'ProfilePage'),
  }),
  section('/snippets', {
    staticData: { title: 'titles.settingsSnippets' },
    ...texts('snippets'),
    component: lazyRouteComponent(
      () => import('../../features/snippets/SnippetsSettings.tsx'),
      'SnippetsSettings',
    ),
  }),
  section('/practice', {
    staticData: { title: 'titles.settingsPractice' },
    ...texts(
      'signingKey',
      'receipts',
      'daySheets',
      'practiceKeys',
      'practiceMoves',
      'handOvers',
      'movingErrors',
      'practiceDeletions',
    ),
    component: lazyRouteComponent(() => import('../../pages/app/settings/PracticePage.tsx'), 'PracticePage'),
  }),
  section('/members', {
    staticData: { title: 'titles.settingsMembers' },
    ...texts('signatures', 'practitionerCopies', 'movingErrors'),
    component: lazyRouteComponent(() => import('../../pages/app/settings/MembersPage.tsx'), 'MembersPage'),
  }),
  section('/access', {
    staticData: { title: 'titles.settingsAccess' },
    component: lazyRouteComponent(
      () => import('../../features/practices/settings/AccessSettings.tsx'),
      'AccessSettings',
    ),
  }),
  section('/import', {
    staticData: { title: 'titles.settingsImport' },
    ...texts('imports', 'importErrors'),
    component: lazyRouteComponent(
      () => import('../../features/imports/ImportsSettings.tsx'),
      'ImportsSettings',
    ),
  }),
  section('/import/$importId', {
    staticData: { title: 'titles.settingsImport' },
    ...texts('imports', 'importErrors'),
    component: lazyRouteComponent(
      () => import('../../features/imports/ImportSettings.tsx'),
      'ImportSettings',
    ),
  }),
  section('/retention', {
    staticData: { title: 'titles.settingsRetention' },
    ...texts('archive'),
    component: lazyRouteComponent(
      () => import('../../pages/app/settings/RetentionPage.tsx'),
      'RetentionPage',
    ),
  }),
  section('/installation', {
    staticData: { title: 'titles.settingsInstallation' },
    ...texts('backups', 'monitoring', 'movingErrors'),
    component: lazyRouteComponent(
      () => import('../../pages/app/settings/InstallationPage.tsx'),
      'InstallationPage',
    ),
  }),
  section('/audit', {
    staticData: { title: 'titles.settingsAudit' },
    // The words of the day picker stand with the records.
    ...texts('record'),
    component: lazyRouteComponent(() => import('../../features/audit/AuditSettings.tsx'), 'AuditSettings'),
  }),
])

/** The settings: the page with its list of sections, and each section; the modules have all the width. */
export const settingsRoutes = [
  sectionRoutes,
  appPage('/modules', {
    staticData: { title: 'titles.modules' },
    // Forms are shown as they open in a file.
    ...texts('settings', 'modules', 'record'),
    component: lazyRouteComponent(() => import('../../pages/app/modules/ModulesPage.tsx'), 'ModulesPage'),
  }),
  appPage('/modules/editor', {
    staticData: { title: 'titles.modules' },
    ...texts('settings', 'modules', 'moduleEditor', 'moduleFaults', 'record'),
    component: lazyRouteComponent(
      () => import('../../pages/app/modules/ModuleEditorPage.tsx'),
      'ModuleEditorPage',
    ),
  }),
] as const
