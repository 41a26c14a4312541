import { useNavigate, useRouterState } from '@tanstack/react-router'
import { usePracticeSession } from '../../../../api/session/session.ts'
import { type PatientFileOver, type PatientSearch, readPatientSearch } from './patient-search.ts'

/** What the address says about the open file, and how to change it. Going back closes what was opened. */
export const usePatientSearch = () => {
  const navigate = useNavigate()
  const { clinical } = usePracticeSession()
  const search = readPatientSearch(useRouterState({ select: (state) => state.location.search }))
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const isWriting = clinical && (search.write !== undefined || search.edit !== undefined)

  const go = (next: PatientSearch, { replace = false } = {}): void => {
    const said = Object.entries(next).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()
    void navigate({ href: query ? `${pathname}?${query}` : pathname, resetScroll: false, replace })
  }

  return {
    search,
    isWriting,
    /** A record is open or being written. */
    isOpen: isWriting || search.record !== undefined,
    go,
    show: (over: PatientFileOver) => go({ ...search, [over]: true }),
    hide: (over: PatientFileOver) => go({ ...search, [over]: undefined }),
  }
}
