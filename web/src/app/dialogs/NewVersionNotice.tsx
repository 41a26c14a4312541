import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sayFarewell } from '../../api/practice/leaving-practice.ts'
import { useAnythingUnsaved } from '../../api/practice/unsaved-changes.ts'
import { NoticeBar, NoticePlace } from '../../ui/base/NoticeBar.tsx'
import { RepeatIcon } from '../../ui/icons/agenda-icons.tsx'

/** The script this page started with; its name changes with every build. */
const ownEntry = (): string =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? 'no entry'

/** True once the server gives out another build than this page is of; without an answer it is not known. */
const useNewerBuild = (signs: number): boolean => {
  const [isNewer, setNewer] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked at every sign of it
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const answer = await fetch('/', { cache: 'no-store', credentials: 'omit' })
      if (answer.ok) setNewer(!(await answer.text()).includes(ownEntry()))
    }
    // No line: what was asked for says so itself.
    ask().catch(() => undefined)
  }, [signs])
  return isNewer
}

/** What was typed reaches the server first; the browser asks when something still has not. */
const loadNewVersion = async (): Promise<void> => {
  await sayFarewell()
  window.location.reload()
}

/** Offers the newer build once a part of this one is gone, or an answer comes from another. It never loads by itself: somebody may be writing. */
export const NewVersionNotice = ({ signs }: { signs: number }) => {
  const { t } = useTranslation('common')
  const isNewer = useNewerBuild(signs)
  const isUnsaved = useAnythingUnsaved()
  const [closedAt, setClosedAt] = useState(0)
  return (
    <div role="status">
      {isNewer && closedAt !== signs && (
        <NoticePlace>
          <NoticeBar
            icon={<RepeatIcon />}
            action={t('newVersion.load')}
            onAction={() => void loadNewVersion()}
            closeLabel={t('newVersion.later')}
            onClose={() => setClosedAt(signs)}
          >
            {t(isUnsaved ? 'newVersion.unsaved' : 'newVersion.text')}
          </NoticeBar>
        </NoticePlace>
      )}
    </div>
  )
}
