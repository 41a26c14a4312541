import type { Plugin, Rolldown } from 'vite'
import { entryOf, withImports } from './files-by-page.ts'
import { pages } from './pages.ts'

const languages = ['es', 'en', 'it'] as const

/** What the start needs to know to ask for the files of a page; paths of files by language where they differ. */
interface Plan {
  readonly texts: Readonly<Record<string, readonly string[]>>
  readonly pages: readonly {
    readonly at: string
    readonly files: readonly string[]
    readonly texts: Readonly<Record<string, readonly string[]>>
  }[]
}

/**
 * Runs in the head of the page, before any code of ours has come: asks for everything that the page at this address
 * will ask for in turn, one answer after the other. What it asks for in vain is asked for again by whoever needs it.
 */
const askAhead = ({ texts, pages: known }: Plan): void => {
  const settings = document.querySelector('meta[name="ulna-settings"]')?.getAttribute('content') ?? ''
  const usual = settings.startsWith('{') ? JSON.parse(settings).language : undefined
  const language = [localStorage.getItem('ulna.language'), usual].find((one) => one in texts) ?? 'es'
  const address = location.pathname + location.search
  const shown = known.filter(({ at }) => new RegExp(at).test(address))
  const files = [
    ...(texts[language] ?? []),
    ...shown.flatMap((page) => [...page.files, ...(page.texts[language] ?? [])]),
  ]
  for (const file of new Set(files)) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
}

/**
 * Runs there too: asks who this is, by the cookie of the session, where the page waits for that and the tab holds no
 * token of its own. `api/session/asked-ahead.ts` takes the answers.
 */
const askWhoAhead = (): void => {
  const isSignedIn = document.cookie.split('; ').includes('ulna_session=1')
  const hasToken = sessionStorage.getItem('appToken') || localStorage.getItem('ulna.remembered')
  if (!location.pathname.startsWith('/app') || !isSignedIn || hasToken) return
  const ask = (path: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`/api/auth/${path}`, { credentials: 'include', headers })
  // Opening the page in sight is something a person did.
  const refresh = ask('refresh', document.visibilityState === 'visible' ? { 'ulna-active': '1' } : {})
  const me = refresh.then(async (renewed) => {
    const { token } = (await renewed.clone().json()).metadata
    return { token, answer: await ask('me', { authorization: `Bearer ${token}` }) }
  })
  // Whoever takes them hears of what failed.
  me.catch(() => undefined)
  Object.assign(globalThis, { ulnaAskedAhead: { at: performance.now(), refresh, me } })
}

const filesOf = (chunks: ReadonlyMap<string, Rolldown.OutputChunk>, ends: readonly string[]): string[] => {
  const needed = ends.flatMap((end) => [...withImports(entryOf(chunks, end), chunks)])
  const styles = needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  return [...new Set([...needed.map(({ fileName }) => fileName), ...styles])].map((name) => `/${name}`)
}

const planOf = (chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Plan => {
  const always = new Set(filesOf(chunks, ['/web/index.html']))
  const others = (ends: readonly string[]): string[] =>
    filesOf(chunks, ends).filter((file) => !always.has(file))
  const inEach = (ends: (language: string) => readonly string[]) =>
    Object.fromEntries(languages.map((language) => [language, others(ends(language))]))
  return {
    texts: inEach((language) => [`/texts/${language}.ts`]),
    pages: pages.flatMap(({ at, entries, texts = [], isWork }) =>
      at
        ? {
            at: at.source,
            files: others(entries),
            texts: inEach((language) => [
              ...(isWork ? [`/texts/${language}-work.ts`] : []),
              ...texts.map((group) => `/locales/${language}/${group}.json`),
            ]),
          }
        : [],
    ),
  }
}

/** Puts what asks for a page's files into the head, after the start's own. */
export const asksAhead = (): Plugin => ({
  name: 'ulna-asks-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk')
      const plan = planOf(new Map(files.map((chunk) => [chunk.fileName, chunk])))
      const calls = [
        'document.currentScript.remove()',
        `(${askWhoAhead.toString()})()`,
        `(${askAhead.toString()})(${JSON.stringify(plan)})`,
      ]
      const script = `<script nonce="%NONCE%">${calls.join('\n;')}</script>`
      // A script that stands behind a sheet of styles waits for it. It leaves no trace: no page of ours has code in it.
      return html.replace('<link rel="stylesheet"', `${script}\n    $&`)
    },
  },
})
