import { createExternalStore, useExternalStore } from './external-store.ts'

export type MessageParams = Readonly<Record<string, string | number | boolean | null>>

export interface Message {
  readonly id: number
  /** Errors are looked up in the group `error`, others in `common` (specification §2). */
  readonly kind: 'error' | 'info'
  readonly key: string
  readonly params?: MessageParams | undefined
  /** Optional button, such as undo; its label is a key of the group `buttons`. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
  /** What it tells about: of one thing only the newest message stays, so that an undo never takes back more than it says. */
  readonly about?: string | undefined
}

export type NewMessage = Omit<Message, 'id'>

/** Milliseconds a message stays (specification §9). */
export const messageDuration = 5000

/** First in, first shown, then removed. */
export const createMessageQueue = () => {
  const store = createExternalStore<readonly Message[]>([])
  let lastId = 0
  return {
    store,
    queue: (message: NewMessage): void => {
      lastId += 1
      const others = store.get().filter(({ about }) => about === undefined || about !== message.about)
      store.set([...others, { ...message, id: lastId }])
    },
    /** Removes a message that was shown; unknown ids are ignored. */
    remove: (id: number): void => store.set(store.get().filter((message) => message.id !== id)),
    clear: (): void => store.set([]),
  }
}

export const messages = createMessageQueue()

export const queueInfo = (key: string, options: Pick<NewMessage, 'params' | 'action' | 'about'> = {}): void =>
  messages.queue({ kind: 'info', key, ...options })

/** The message to show now. */
export const useFirstMessage = (): Message | undefined => useExternalStore(messages.store)[0]
