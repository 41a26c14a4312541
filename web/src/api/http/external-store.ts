import { useSyncExternalStore } from 'react'

export interface ExternalStore<State> {
  readonly get: () => State
  readonly set: (next: State) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A value outside React that components can follow. */
export const createExternalStore = <State>(initial: State): ExternalStore<State> => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (next) => {
      if (Object.is(next, state)) return
      state = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useExternalStore = <State>(store: ExternalStore<State>): State =>
  useSyncExternalStore(store.subscribe, store.get)
