import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { createLiveQueries, type LiveQueries } from './live-queries.ts'

const practiceId = 7
let live: LiveQueries | undefined
let stops: (() => void)[] = []
afterEach(() => {
  live?.stop()
  for (const stop of stops) stop()
  stops = []
})

const newClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })

/** An answer that is given when the test says so. */
const later = <Value>() => {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((given) => {
    resolve = given
  })
  return { promise, resolve: (value: Value) => resolve(value) }
}

/** Something on show that counts how often it was read. */
const show = async (client: QueryClient, queryKey: readonly unknown[]) => {
  const shown = { reads: 0 }
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: async () => {
      shown.reads += 1
      return shown.reads
    },
  })
  stops.push(observer.subscribe(() => undefined))
  await until(() => shown.reads === 1)
  return shown
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

it('reads anew what changed, once for many changes, and nothing else', async () => {
  const client = newClient()
  const month = await show(client, ['appointments', practiceId, '2026-11'])
  const today = await show(client, ['appointments', 'today'])
  const waiting = await show(client, ['wait-list', practiceId, 'all'])
  const patients = await show(client, ['patients', practiceId])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  for (let count = 0; count < 20; count += 1) live.change('appointments')
  await until(() => month.reads === 2 && today.reads === 2)
  live.change('wait-list')
  await until(() => waiting.reads === 2)
  expect([month.reads, today.reads, patients.reads]).toEqual([2, 2, 1])
})

it('reads anew only the files that changed, and all of them when it is not told which', async () => {
  const client = newClient()
  const changed = await show(client, ['patient', 5, 'file'])
  const other = await show(client, ['patient', 6, 'file'])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  live.change('records', [5])
  await until(() => changed.reads === 2)
  expect(other.reads).toBe(1)
  live.change('records', [])
  await until(() => changed.reads === 3 && other.reads === 2)
})

it('reads everything anew when anything may have changed', async () => {
  const client = newClient()
  const month = await show(client, ['appointments', practiceId, '2026-11'])
  const hours = await show(client, ['schedules', practiceId])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  live.changeAll({ isFirst: false })
  await until(() => month.reads === 2 && hours.reads === 2)
})

it('waits while the page is saving something itself', async () => {
  const client = newClient()
  const month = await show(client, ['appointments', practiceId, '2026-11'])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  const save = later<void>()
  const saving = client
    .getMutationCache()
    .build(client, { mutationFn: () => save.promise })
    .execute(undefined)
  live.change('appointments')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(month.reads).toBe(1)
  save.resolve()
  await saving
  await until(() => month.reads === 2)
})

it('reads nothing out of sight, and what it missed when it is looked at again', async () => {
  const client = newClient()
  const month = await show(client, ['appointments', practiceId, '2026-11'])
  let isInSight = false
  live = createLiveQueries({ client, practiceId, isInSight: () => isInSight, apart: 0 })
  live.change('appointments')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(month.reads).toBe(1)
  isInSight = true
  live.catchUp()
  await until(() => month.reads === 2)
  live.catchUp()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(month.reads).toBe(2)
})

/** Something on show whose first answer comes when the test says so. */
const showSlowly = (client: QueryClient, queryKey: readonly unknown[]) => {
  const first = later<string>()
  const shown = { reads: 0, answer: () => first.resolve('old') }
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => {
      shown.reads += 1
      return shown.reads === 1 ? first.promise : 'new'
    },
  })
  stops.push(observer.subscribe(() => undefined))
  return { shown, data: () => observer.getCurrentResult().data }
}

it.each([
  ['a change', (queries: LiveQueries) => queries.change('appointments')],
  ['the beginning of the stream', (queries: LiveQueries) => queries.changeAll({ isFirst: true })],
])('reads again what was on its way at %s, once it is there, since it may be older', async (_, tell) => {
  const client = newClient()
  const { shown, data } = showSlowly(client, ['appointments', practiceId, '2026-12'])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  tell(live)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(shown.reads).toBe(1)
  shown.answer()
  await until(() => data() === 'new')
  expect(shown.reads).toBe(2)
})

it('reads what has come although something else is still on its way', async () => {
  const client = newClient()
  showSlowly(client, ['wait-list', practiceId, 'all'])
  const month = await show(client, ['appointments', practiceId, '2026-11'])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  live.changeAll({ isFirst: true })
  await until(() => month.reads === 2)
})

it('finds free times anew when an appointment changes, and leaves the hours as they are', async () => {
  const client = newClient()
  const free = await show(client, ['schedules', practiceId, 'free', '2026-11'])
  const hours = await show(client, ['schedules', practiceId, 'hours'])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  live.change('appointments')
  await until(() => free.reads === 2)
  expect(hours.reads).toBe(1)
})

it('reads free times once when appointments and hours change together', async () => {
  const client = newClient()
  const free = await show(client, ['schedules', practiceId, 'free', '2026-11'])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  live.changeAll({ isFirst: true })
  await until(() => free.reads === 2)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(free.reads).toBe(2)
})

it('does not read everything in the moment in which all pages hear again', async () => {
  const client = newClient()
  const month = await show(client, ['appointments', practiceId, '2026-11'])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 1_000_000_000 })
  live.changeAll({ isFirst: false })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(month.reads).toBe(1)
  live.change('appointments')
  await until(() => month.reads === 2)
})

it('reads the list of patients when somebody left it or came back, and not because the stream began', async () => {
  const client = newClient()
  const list = await show(client, ['patients', 'list', '', 0, false])
  const month = await show(client, ['appointments', practiceId, '2026-11'])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  live.changeAll({ isFirst: true })
  await until(() => month.reads === 2)
  expect(list.reads).toBe(1)
  live.change('patients', [12])
  await until(() => list.reads === 2)
})

/** A list on show of which what changed can be read alone; it holds the ids that were asked for last, or how often it was read. */
const showPatched = async (
  client: QueryClient,
  readChanges: (ids: readonly number[]) => Promise<(held: unknown) => unknown> = async (ids) => () =>
    ids.join(),
) => {
  const shown = { reads: 0 }
  const observer = new QueryObserver<unknown>(client, {
    queryKey: ['appointments', practiceId, '2026-11'],
    queryFn: async () => {
      shown.reads += 1
      return shown.reads
    },
    meta: { readChanges },
  })
  const leave = observer.subscribe(() => undefined)
  stops.push(leave)
  await until(() => shown.reads === 1)
  return { shown, leave, data: () => observer.getCurrentResult().data }
}

it('reads of a long list on show what changed alone, all that changed at once, and the others whole', async () => {
  const client = newClient()
  const { shown, data } = await showPatched(client)
  const today = await show(client, ['appointments', 'today'])
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  live.change('appointments', [4, 9])
  live.change('appointments', [9, 2])
  await until(() => data() === '4,9,2' && today.reads === 2)
  expect(shown.reads).toBe(1)
})

it.each([
  ['nobody knows what changed', (queries: LiveQueries) => queries.change('appointments', [])],
  [
    'so much changed',
    (queries: LiveQueries) => {
      queries.change('appointments', [1, 2])
      queries.change(
        'appointments',
        Array.from({ length: 200 }, (_, index) => index + 2),
      )
    },
  ],
  ['the stream was lost', (queries: LiveQueries) => queries.changeAll({ isFirst: false })],
])('reads all of it when %s', async (_, tell) => {
  const client = newClient()
  const { shown } = await showPatched(client)
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  tell(live)
  await until(() => shown.reads === 2)
})

it('reads all of it when what changed could not be read, which says what is wrong', async () => {
  const client = newClient()
  const { shown } = await showPatched(client, () => Promise.reject(new Error('away')))
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  live.change('appointments', [4])
  await until(() => shown.reads === 2)
})

it('leaves what is being saved as it is shown, and reads what changed once that is over', async () => {
  const client = newClient()
  const first = later<(held: unknown) => unknown>()
  let asked = 0
  const { shown, data } = await showPatched(client, async (ids) => {
    asked += 1
    return asked === 1 ? first.promise : () => `again ${ids.join()}`
  })
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  live.change('appointments', [4])
  await until(() => asked === 1)
  const save = later<void>()
  const saving = client
    .getMutationCache()
    .build(client, { mutationFn: () => save.promise })
    .execute(undefined)
  client.setQueryData(['appointments', practiceId, '2026-11'], 'as it was wanted')
  first.resolve(() => 'older')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(data()).toBe('as it was wanted')
  save.resolve()
  await saving
  await until(() => data() === 'again 4')
  expect(shown.reads).toBe(1)
})

it('reads all of a list that nobody looks at when it is shown again', async () => {
  const client = newClient()
  const { shown, leave } = await showPatched(client)
  leave()
  live = createLiveQueries({ client, practiceId, isInSight: () => true, apart: 0 })
  live.change('appointments', [4])
  await until(() => client.getQueryState(['appointments', practiceId, '2026-11'])?.isInvalidated === true)
  expect(shown.reads).toBe(1)
})
