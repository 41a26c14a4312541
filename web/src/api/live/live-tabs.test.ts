import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { News } from './live-stream.ts'
import { createLiveTabs, type LiveTabs } from './live-tabs.ts'

type Granted = (lock: null) => Promise<unknown>

interface Held {
  readonly steal: () => void
}

const aborted = (): DOMException => new DOMException('The request was aborted.', 'AbortError')

/**
 * Locks of the browser as the standard describes them, which Node does not have: asked for at once, given later, one
 * holder at a time, and whoever is stolen from is told by a rejection.
 */
const createLocks = (): LockManager => {
  let held: Held | undefined
  const waiting: (() => void)[] = []

  const next = (): void => {
    held = undefined
    waiting.shift()?.()
  }

  const hold = (granted: Granted): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const mine: Held = { steal: () => reject(aborted()) }
      held = mine
      const end = (): void => {
        if (held === mine) next()
      }
      granted(null).then(resolve, reject).finally(end)
    })

  const waitForTurn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push(resolve)
      signal?.addEventListener('abort', () => {
        const place = waiting.indexOf(resolve)
        if (place >= 0) waiting.splice(place, 1)
        reject(aborted())
      })
    })

  const request = async (
    _name: string,
    { steal = false, signal }: LockOptions,
    granted: Granted,
  ): Promise<unknown> => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (signal?.aborted) throw aborted()
    if (steal) held?.steal()
    else if (held) await waitForTurn(signal)
    return hold(granted)
  }
  return { request, query: async () => ({}) } as unknown as LockManager
}

/** Channels of the browser by name. A message arrives later, at everybody but who sent it. */
class Channel extends EventTarget {
  static readonly open = new Set<Channel>()
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
    Channel.open.add(this)
  }

  postMessage(data: unknown): void {
    const others = [...Channel.open].filter((other) => other.name === this.name && other !== this)
    for (const other of others)
      setTimeout(() => other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) })))
  }

  close(): void {
    Channel.open.delete(this)
  }
}

const patienceMs = 60
const change: News = { name: 'change', data: { topic: 'appointments', ids: [1], many: false } }

let locks: LockManager
let open: LiveTabs[]
// Time passes when a test says so: no busy machine makes a tab late.
beforeEach(() => {
  vi.useFakeTimers()
  locks = createLocks()
  open = []
})
afterEach(() => {
  for (const tab of open) tab.close()
  vi.useRealTimers()
})

/** A tab of the browser: how often it began to lead, whether it does, and what it heard of others. */
const openTab = (name: string, how: { isFrozen?: boolean; endsLate?: Promise<void> } = {}) => {
  const heard: string[] = []
  const seen = { begun: 0, leads: 0, heard }
  const channel = new Channel(name) as EventTarget as BroadcastChannel
  if (how.isFrozen) channel.addEventListener('message', (news) => news.stopImmediatePropagation())
  const tabs = createLiveTabs({
    name,
    patienceMs,
    locks,
    channel,
    hear: (news) => void heard.push(news.name),
    lead: async (signal) => {
      seen.begun += 1
      seen.leads += 1
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      await how.endsLate
      seen.leads -= 1
    },
  })
  open.push(tabs)
  const look = (): void => {
    tabs.start()
    tabs.check()
  }
  look()
  return { tabs, seen, look }
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await vi.advanceTimersByTimeAsync(5)
}
const patienceIsOver = () => vi.advanceTimersByTimeAsync(patienceMs * 4)

let count = 0
const newName = (): string => {
  count += 1
  return `tabs ${count}`
}

describe('the tabs of a browser', () => {
  it('listens once in a tab that is alone, whose stream nothing takes away', async () => {
    const { seen } = openTab(newName())
    await until(() => seen.leads === 1)
    await patienceIsOver()
    expect(seen).toMatchObject({ begun: 1, leads: 1 })
  })

  it('leaves the stream to the tab that has it, and to the next one when that is closed', async () => {
    const name = newName()
    const first = openTab(name)
    await until(() => first.seen.leads === 1)
    const second = openTab(name)
    await patienceIsOver()
    expect([first.seen.begun, second.seen.begun]).toEqual([1, 0])
    first.tabs.close()
    await until(() => second.seen.leads === 1)
    await until(() => first.seen.leads === 0)
  })

  it('tells a tab that comes later that it hears from now on, once, and then what is heard', async () => {
    const name = newName()
    const first = openTab(name)
    await until(() => first.seen.leads === 1)
    const second = openTab(name)
    await until(() => second.seen.heard.length === 1)
    second.look()
    await patienceIsOver()
    first.tabs.tell(change)
    await until(() => second.seen.heard.length === 2)
    expect([second.seen.heard, first.seen.heard]).toEqual([['ready', 'change'], []])
  })

  it('keeps the stream with a tab that is heard although it could not answer yet when it was asked', async () => {
    const name = newName()
    const [first, second] = [openTab(name), openTab(name)]
    await until(() => first.seen.leads === 1)
    first.tabs.tell({ name: 'ready', data: {} })
    await patienceIsOver()
    expect([first.seen.leads, second.seen.begun]).toEqual([1, 0])
  })

  it('takes the stream from a tab that does not answer, which waits for its turn from then on', async () => {
    const name = newName()
    const frozen = openTab(name, { isFrozen: true })
    await until(() => frozen.seen.leads === 1)
    const looked = openTab(name)
    await until(() => looked.seen.leads === 1 && frozen.seen.leads === 0)
    looked.tabs.close()
    await until(() => frozen.seen.leads === 1)
  })

  it('goes on answering when a stream it lost ends after it has the next one', async () => {
    const name = newName()
    let end: () => void = () => undefined
    const endsLate = new Promise<void>((resolve) => {
      end = resolve
    })
    const first = openTab(name, { endsLate })
    await until(() => first.seen.leads === 1)
    const stolen = locks.request(name, { steal: true }, async () => undefined)
    await until(() => first.seen.begun === 2)
    await stolen
    end()
    await until(() => first.seen.leads === 1)
    const second = openTab(name)
    await patienceIsOver()
    expect([first.seen.leads, second.seen.begun]).toEqual([1, 0])
  })

  it('hears nothing any more once it is not wanted', async () => {
    const name = newName()
    const { tabs, seen } = openTab(name)
    await until(() => seen.leads === 1)
    tabs.close()
    await until(() => seen.leads === 0)
    const other = openTab(name)
    await until(() => other.seen.leads === 1)
    other.tabs.tell(change)
    await patienceIsOver()
    expect(seen).toMatchObject({ begun: 1, heard: [] })
  })

  it('listens in every tab where a page may not have locks', async () => {
    let led = 0
    for (const name of ['one', 'two']) {
      const tabs = createLiveTabs({
        name,
        hear: () => undefined,
        lead: async (signal) => {
          led += 1
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        },
      })
      open.push(tabs)
      tabs.start()
      tabs.check()
    }
    await until(() => led === 2)
  })
})
