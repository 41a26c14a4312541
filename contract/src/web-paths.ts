/**
 * Every address at which the web app has a page (specification §2): the server answers these with 200 and any other
 * with 404. `$` at the end stands for whatever is beneath. A test of the web app compares the list with its router.
 */
export const webPaths = [
  '/',
  '/login',
  '/register',
  '/register/$',
  '/forgot-password',
  '/reset-password',
  '/activate',
  '/confirm-mail',
  '/reminders',
  '/reminders/$',
  '/copy',
  '/copy/$',
  '/verify',
  '/privacy-policy',
  '/terms-conditions',
  '/app',
  '/app/dashboard',
  '/app/calendar',
  '/app/patient',
  '/app/patient/$',
  '/app/hand-overs',
  '/app/session-package',
  '/app/session-package/$',
  '/app/modules',
  '/app/modules/editor',
  '/app/settings',
  '/app/settings/account',
  '/app/settings/security',
  '/app/settings/profile',
  '/app/settings/snippets',
  '/app/settings/practice',
  '/app/settings/members',
  '/app/settings/access',
  '/app/settings/import',
  '/app/settings/import/$',
  '/app/settings/retention',
  '/app/settings/audit',
  '/app/settings/installation',
] as const

const wholePaths = new Set<string>(webPaths)
const beginnings = webPaths.filter((path) => path.endsWith('/$')).map((path) => path.slice(0, -1))

/** Whether the web app has a page there. Capitals and a slash at the end make no difference, as in its router. */
export const isWebPath = (path: string): boolean => {
  const plain = path.toLowerCase().replace(/(?<=[^/])\/$/, '')
  return wholePaths.has(plain) || beginnings.some((beginning) => plain.startsWith(beginning))
}
