import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Opens a form when the address of the page asks for it (`?new=true`). The address forgets the wish. */
export const useAskedForm = (open: () => void): void => {
  const navigate = useNavigate()
  const { new: asked }: { new?: unknown } = useSearch({ strict: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once for each time the address asks
  useEffect(() => {
    if (asked !== true) return
    open()
    void navigate({ to: '.', search: {}, replace: true })
  }, [asked])
}
