// Fails when a page of the built web app loads more than its budget (docs/ui.md): gzip, cold, the heaviest language.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = path.resolve(import.meta.dirname, '../../web/dist')
const shell = ['src/app/AppLayout.tsx', 'src/i18n/texts/%-work.ts']

/** `%` stands for the language. */
const pages = [
  {
    name: 'sign-in',
    modules: ['src/pages/login/LoginPage.tsx', '../locales/%/auth.json'],
    script: 175,
    style: 12,
  },
  {
    name: 'agenda',
    modules: [...shell, 'src/pages/app/calendar/CalendarPage.tsx', '../locales/%/calendar.json'],
    script: 225,
    style: 18,
  },
  {
    name: 'patient file with a form open',
    modules: [
      ...shell,
      'src/pages/app/patient/PatientFilePage.tsx',
      'src/pages/app/patient/WritingPanel.tsx',
    ],
    script: 280,
    style: 24,
  },
]

const sizes = new Map()
/** Bytes of one asset after gzip. */
const gzipSize = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length)
  return sizes.get(file)
}

/** Every chunk that must be there before a module runs: itself and its static imports. */
const withImports = (manifest, key, found = new Set()) => {
  if (found.has(key) || !manifest[key]) return found
  found.add(key)
  for (const imported of manifest[key].imports ?? []) withImports(manifest, imported, found)
  return found
}

/** Kilobytes of script and style of a page in a language. A module that is part of another chunk is counted with it. */
const weigh = (manifest, page, language) => {
  const entries = ['index.html', 'src/i18n/texts/%.ts', ...page.modules]
  const chunks = entries.flatMap((key) => [...withImports(manifest, key.replace('%', language))])
  const scripts = new Set(chunks.map((key) => manifest[key].file))
  const styles = new Set(chunks.flatMap((key) => manifest[key].css ?? []))
  const total = (files) => [...files].reduce((sum, file) => sum + gzipSize(file), 0) / 1024
  return { script: total(scripts), style: total(styles), files: scripts.size + styles.size }
}

const manifestFile = path.join(dist, '.vite/manifest.json')
if (!existsSync(manifestFile)) {
  console.error('Web budgets: web/dist is not built; run the build first.')
  process.exit(1)
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))

let isOver = false
for (const page of pages) {
  const missing = page.modules.filter((key) => !manifest[key.replace('%', 'es')])
  const weights = ['es', 'en', 'it'].map((language) => weigh(manifest, page, language))
  const script = Math.max(...weights.map((weight) => weight.script))
  const style = Math.max(...weights.map((weight) => weight.style))
  const fails = missing.length > 0 || script > page.script || style > page.style
  isOver ||= fails
  const words = `JS ${script.toFixed(1)} of ${page.script} KB, CSS ${style.toFixed(1)} of ${page.style} KB, ${weights[0].files} files`
  console.log(
    `${fails ? 'OVER ' : 'ok   '} ${page.name}: ${words}${missing.length > 0 ? `, not built: ${missing.join(', ')}` : ''}`,
  )
}
process.exit(isOver ? 1 : 0)
