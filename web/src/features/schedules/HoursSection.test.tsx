import { readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Schedule } from '@ulna/contract/schedules/schedules'
import { prerender } from 'react-dom/static'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, it, vi } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'

const practiceId = 7
const schedule: Schedule = {
  doctorId: 3,
  version: 1,
  hours: [{ weekday: 1, from: '09:00', to: '13:00' }],
  capacity: 4,
}

/** Outside of a browser: what the session looks at while it is loaded is empty. */
const loadSection = async () => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL('http://ulna.test/') }))
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('sessionStorage', {})
  const { HoursSection } = await import('./HoursSection.tsx')
  const { schedulesQuery } = await import('./parts/schedules.queries.ts')
  vi.unstubAllGlobals()
  return { HoursSection, schedulesQuery }
}

let section: Awaited<ReturnType<typeof loadSection>>

beforeAll(async () => {
  section = await loadSection()
  const file = new URL('../../../../locales/es/schedules.json', import.meta.url)
  await i18n.use(initReactI18next).init({
    lng: 'es',
    resources: { es: { schedules: JSON.parse(readFileSync(file, 'utf8')) } },
  })
})

/** The section after a read that failed, with what an earlier one had answered. */
const markup = async (known: Schedule[] | undefined): Promise<string> => {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false, staleTime: 60_000 } } })
  const { HoursSection, schedulesQuery } = section
  const { queryKey } = schedulesQuery(practiceId)
  client.setQueryData(queryKey, known)
  client
    .getQueryCache()
    .build(client, { queryKey })
    .setState({ status: 'error', error: new Error('no network'), dataUpdatedAt: Date.now() })
  const { prelude } = await prerender(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <HoursSection who="3" practiceId={practiceId}>
          {({ capacity }) => <form aria-label={`capacity ${capacity}`} />}
        </HoursSection>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return new Response(prelude).text()
}

it('keeps the form of the hours when a later read fails', async () => {
  const html = await markup([schedule])
  expect(html).toContain('capacity 4')
  expect(html).not.toContain('role="alert"')
})

it('says that the hours could not be read where they never were', async () => {
  const html = await markup(undefined)
  expect(html).toContain('role="alert"')
  expect(html).not.toContain('capacity 4')
})
