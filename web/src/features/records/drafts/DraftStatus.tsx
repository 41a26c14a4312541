import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { CloudCheckIcon, CloudIcon, CloudOffIcon } from '../../../ui/icons/file-icons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './DraftStatus.module.css'
import type { DraftSaver, DraftState } from './draft-saver.ts'

const refreshEvery = 4_000

const useNow = (running: boolean) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), refreshEvery)
    return () => clearInterval(timer)
  }, [running])
  return now
}

const icons = {
  untouched: CloudIcon,
  saving: CloudIcon,
  saved: CloudCheckIcon,
  unsent: CloudOffIcon,
  refused: CloudOffIcon,
} as const

/** What is unsent may be in this window and nowhere else: a browser may deny its storage. */
const unsentText = ({ keptHere }: DraftState) =>
  keptHere === false ? ('draft.unsentWindow' as const) : ('draft.unsent' as const)

/** Where the text on the screen is kept, in words. */
export const DraftStatus = ({ saver }: { saver: Pick<DraftSaver, 'state' | 'subscribe'> }) => {
  const state = useSyncExternalStore(saver.subscribe, saver.state)
  const { t } = useTranslation('record')
  const now = useNow(state.kind === 'saved')
  const StateIcon = icons[state.kind]

  const words = () => {
    if (state.kind === 'unsent') return t(unsentText(state))
    if (state.kind !== 'saved') return t(`draft.${state.kind}`)
    if (state.apart) return t('draft.savedApart')
    const seconds = Math.max(0, Math.round((now - state.at) / 1000))
    if (seconds < 3) return t('draft.savedNow')
    if (seconds < 60) return t('draft.savedSeconds', { count: seconds })
    return t('draft.savedMinutes', { count: Math.floor(seconds / 60) })
  }

  return (
    <span className={styles.status} data-state={state.kind}>
      <StateIcon />
      <span>{words()}</span>
      <VisuallyHidden>
        <span role="status">
          {state.kind === 'unsent' && t(unsentText(state))}
          {state.kind === 'refused' && t('draft.refused')}
        </span>
      </VisuallyHidden>
    </span>
  )
}
