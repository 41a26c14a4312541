import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Opens a form when the address of the page asks for it (`?new=true`, or another word). The address forgets the wish. */
export const useAskedForm = (open: () => void, word = 'new'): void => {
  const navigate = useNavigate()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const asked = search[word] === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once for each time the address asks
  useEffect(() => {
    if (!asked) return
    open()
    void navigate({ to: '.', search: {}, replace: true })
  }, [asked])
}
