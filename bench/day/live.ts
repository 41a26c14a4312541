import type { IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { changedCall, marksCall, scheduleCalls, todayCall, visitCall } from './agenda-calls.ts'
import type { Call, Page, Who } from './calls.ts'
import { fileCall } from './file-calls.ts'
import type { Person } from './person.ts'

/** Milliseconds in which a page gathers what changes together (web/src/api/live). */
const gatherMs = 120
/** Pages that lost the same server read everything anew within so long of each other. */
const apartMs = 5000
/** Before a stream is opened again. */
const againMs = 1000

interface Change {
  readonly topic: string
  readonly ids: readonly number[]
}

const ofAgenda = ['appointments', 'session-packages', 'receipts']

/** What a page reads anew of what it shows. */
export const readsOf = (page: Page, { topic, ids }: Change, who: Who): readonly Call[] => {
  if (page.shows === 'today') return ofAgenda.includes(topic) ? [todayCall] : []
  if (page.shows === 'file') {
    const isShown = topic === 'records' && (ids.length === 0 || ids.includes(page.visit.patientId))
    return isShown ? [fileCall(page.visit)] : []
  }
  if (page.shows === 'nothing') return []
  if (topic === 'schedules') return scheduleCalls(who)
  if (topic !== 'appointments') return []
  // Of the month what changed; it says that a visit has, whereupon its marks are asked for.
  return [changedCall(who, ids), marksCall(who), ...(page.visit ? [visitCall(page.visit)] : [])]
}

/** Everything that may have changed: when it begins to listen a page has just read lists and files. */
const everything = (isFirst: boolean): Change[] =>
  ['appointments', 'schedules', ...(isFirst ? [] : ['records'])].map((topic) => ({ topic, ids: [] }))

export interface Listening {
  /** Opens the stream, and again whenever it ends. */
  begin(due: number): void
  stop(): void
}

/** A page that keeps a stream open and reads anew what it shows when it hears of a change. */
export const listenAs = (
  person: Person,
  { page, lost }: { readonly page: () => Page; readonly lost: (error: unknown) => void },
): Listening => {
  let isOver = false
  let stream: IncomingMessage | undefined
  let timer: NodeJS.Timeout | undefined
  let wasReady = false
  const stale = new Map<string, Change>()
  const onTheirWay = new Set<string>()

  /** What is on its way already may be older than the change: it is read again behind that. */
  const read = (): void => {
    timer = undefined
    const due = performance.now()
    for (const [topic, change] of stale) {
      const calls = readsOf(page(), change, person.who)
      if (calls.some(({ path }) => onTheirWay.has(path))) continue
      stale.delete(topic)
      for (const call of calls) {
        onTheirWay.add(call.path)
        void person.ask(call, 'news read', due).finally(() => onTheirWay.delete(call.path))
      }
    }
    if (stale.size > 0) gather()
  }

  const gather = (after = gatherMs): void => {
    if (!isOver) timer ??= setTimeout(read, after)
  }

  const hear = (changes: readonly Change[], after?: number): void => {
    for (const change of changes) {
      const known = stale.get(change.topic)
      const ids = known && known.ids.length > 0 ? [...known.ids, ...change.ids] : change.ids
      stale.set(change.topic, { topic: change.topic, ids })
    }
    gather(after)
  }

  const take = (name: string, data: string): void => {
    if (name === 'change') hear([JSON.parse(data) as Change])
    if (name === 'refetch') hear(everything(false), Math.random() * apartMs)
    if (name !== 'ready') return
    if (wasReady) hear(everything(false), Math.random() * apartMs)
    else hear(everything(true))
    wasReady = true
  }

  const readStream = async (opened: IncomingMessage): Promise<void> => {
    let name = ''
    for await (const line of createInterface({ input: opened })) {
      if (line.startsWith('event: ')) name = line.slice(7)
      if (line.startsWith('data: ')) take(name, line.slice(6))
    }
  }

  const listen = async (due: number): Promise<void> => {
    stream = await person.follow(due)
    if (stream) await readStream(stream).catch((error: unknown) => isOver || lost(error))
    if (isOver) return
    await new Promise((resolve) => setTimeout(resolve, againMs * (0.5 + Math.random())))
    if (!isOver) await listen(performance.now())
  }

  return {
    begin: (due) => void listen(due),
    stop: () => {
      isOver = true
      clearTimeout(timer)
      stream?.destroy()
    },
  }
}
