import { useRouter } from '@tanstack/react-router'

/** Whoever came here to book and did not goes back to where the wish came from: Today, a file, the search. */
export const useGoBack = (): (() => void) => {
  const { history } = useRouter()
  return () => {
    if (history.canGoBack()) history.back()
  }
}
