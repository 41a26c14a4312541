/** A page that is worth few files, with what it loads before anybody does anything on it. */
export interface Page {
  readonly name: string
  /** Ends of the paths of its entries: where an import at run time leads. */
  readonly entries: readonly [page: string, ...parts: string[]]
  /** The addresses at which its files are asked for before any code has run; absent: they are never asked for ahead. */
  readonly at?: RegExp
  /** The groups of texts it is written in. */
  readonly texts?: readonly string[]
  /** Whether it is written in the texts that most pages behind the sign-in share. */
  readonly isWork?: boolean
}

/** Parts that every page behind the sign-in fetches once it stands, before anybody needs them. */
const dialogs: Page = {
  name: 'dialogs',
  entries: [
    '/dialogs/SessionExpiredDialog.tsx',
    '/dialogs/ReauthenticationDialog.tsx',
    '/dialogs/AccessRejectedDialog.tsx',
    '/dialogs/MovedPracticeDialog.tsx',
    '/dialogs/NewVersionNotice.tsx',
    '/dialogs/NoticesHost.tsx',
    '/upload/StorageNotice.tsx',
    '/palette/PaletteResults.tsx',
    '/app/watch-own-invitations.ts',
  ],
}

/** What the agenda fetches once it stands. */
const agendaLater: Page = {
  name: 'agenda-later',
  entries: [
    '/appointments/AppointmentDialog.tsx',
    '/month/AgendaMonth.tsx',
    '/calendar/CalendarList.tsx',
    '/week/AgendaTeamWeek.tsx',
    '/card/VisitCardHost.tsx',
    '/calendar/CalendarPrint.tsx',
  ],
}
const later = [dialogs, agendaLater]

export const pages: readonly Page[] = [
  { name: 'start', entries: ['/web/index.html'] },
  { name: 'entrance', entries: ['/pages/login/LoginPage.tsx'], at: /^\/login/, texts: ['auth'] },
  { name: 'app', entries: ['/app/AppLayout.tsx'], at: /^\/app/, isWork: true },
  {
    name: 'agenda',
    entries: ['/calendar/CalendarPage.tsx', '/panel/CalendarPanel.tsx', '/week/AgendaWeek.tsx'],
    at: /^\/app\/calendar/,
    texts: ['calendar'],
  },
  {
    name: 'file',
    entries: [
      '/patient/PatientFilePage.tsx',
      '/patient/ReadingPanel.tsx',
      '/file/PatientFileTools.tsx',
      '/file/Documents.tsx',
      '/drafts/draft-recovery.ts',
      '/drafts/device-copy-events.ts',
    ],
    at: /^\/app\/patient\/\d+/,
  },
  { name: 'form', entries: ['/patient/WritingPanel.tsx'], at: /[?&]write=/ },
  {
    name: 'today',
    entries: ['/dashboard/DashboardPage.tsx'],
    at: /^\/app\/dashboard/,
    texts: ['dashboard', 'calendar'],
  },
  ...later,
]

/** Stands among the pages that need something for all that have no name here, and for parts that come later. */
export const elsewhere = 'elsewhere'

const isPackage = (module: string): boolean => module.includes('/node_modules/') || module.startsWith('\0')

export const isLater = (name: string): boolean =>
  name === elsewhere || later.some((page) => page.name === name)

/** What comes to every page anyway is in one file; what the agenda fetches too, if nobody else wants it. */
const laterFileOf = (needed: ReadonlySet<string>): string | null => {
  if (needed.has(dialogs.name)) return dialogs.name
  return needed.has(agendaLater.name) && !needed.has(elsewhere) ? agendaLater.name : null
}

/** What only the start itself runs stays with it. */
const sharedByAll = (module: string, needed: ReadonlySet<string>): string | null => {
  if (module.endsWith('.css')) return 'own'
  if (isPackage(module)) return 'base'
  return needed.size > 1 ? 'own' : null
}

/**
 * The file a module goes into, by the pages that need it; none where the bundler's own choice is best, which is a file
 * of the one part that needs it. Packages change less often than we do, so what every page needs comes in two.
 */
export const fileOf = (needed: ReadonlySet<string>, module: string): string | null => {
  const named = [...needed].filter((name) => !isLater(name)).sort()
  const isStyle = module.endsWith('.css')
  if (needed.has('start') || (needed.has('entrance') && named.length > 1)) return sharedByAll(module, needed)
  if (named.length === 0) return laterFileOf(needed)
  if (needed.has('app') || (named.length > 1 && (isStyle || needed.has('agenda') || !needed.has('form'))))
    return 'app'
  return named.join('-')
}
