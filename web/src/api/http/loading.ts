import { createExternalStore, useExternalStore } from './external-store.ts'

export type LoadingKind = 'normal' | 'blocking'

/** The two counters of specification §4: loading is true while either is above zero; they never go below zero. */
export const createLoadingCounters = () => {
  const store = createExternalStore({ normal: 0, blocking: 0 })
  const change = (kind: LoadingKind, by: 1 | -1): void => {
    const counts = store.get()
    store.set({ ...counts, [kind]: Math.max(0, counts[kind] + by) })
  }
  return {
    store,
    start: (kind: LoadingKind = 'normal'): void => change(kind, 1),
    stop: (kind: LoadingKind = 'normal'): void => change(kind, -1),
    isLoading: (): boolean => store.get().normal > 0 || store.get().blocking > 0,
  }
}

export const loading = createLoadingCounters()

export const useLoading = (): { normal: number; blocking: number; loading: boolean } => {
  const counts = useExternalStore(loading.store)
  return { ...counts, loading: counts.normal > 0 || counts.blocking > 0 }
}
