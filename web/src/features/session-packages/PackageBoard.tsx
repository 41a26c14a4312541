import { useQuery } from '@tanstack/react-query'
import type { PackageBoard as Board } from '@ulna/contract/session-packages/session-packages'
import { usePracticeSession } from '../../api/session/session.ts'
import { CardList } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { hintClass } from '../../ui/base/Hint.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { CalendarIcon } from '../../ui/icons/shared-icons.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './PackageBrowser.module.css'
import { PackageList } from './PackageList.tsx'
import { boardQuery } from './session-packages.queries.ts'
import { usePackageWords } from './use-package-words.ts'

const WithoutVisit = ({ patients }: { patients: Board['withoutNextVisit'] }) => {
  const { t, dates } = usePackageWords()
  if (patients.length === 0) return <EmptyState plain level={3} title={t('board.everybodyHasVisit')} />
  return (
    <CardList>
      {patients.map(({ patientId, patientName, left, lastControl }) => (
        <li key={patientId}>
          <div className={styles.words}>
            <b>{patientName}</b>
            <span className={hintClass}>
              {[
                t('left', { count: left }),
                lastControl && t('board.last', { date: dates.instantDay(lastControl) }),
              ]
                .filter(Boolean)
                .join(' ')}
            </span>
          </div>
          <LinkButton
            to="/app/calendar"
            search={{ new: true, patientId }}
            variant="subtle"
            leftSection={<CalendarIcon />}
            aria-label={t('board.bookFor', { name: patientName })}
          >
            {t('board.book')}
          </LinkButton>
        </li>
      ))}
    </CardList>
  )
}

/** What needs somebody soon: packages about to end, and patients with sessions left whom nobody booked. */
export const PackageBoard = ({ openId }: { openId: number | undefined }) => {
  const { t } = usePackageWords()
  const { authPractice } = usePracticeSession()
  const { data: board } = useQuery(boardQuery(authPractice.id))
  if (!board) return <SkeletonRows rows={6} label={t('board.ending')} />
  return (
    <>
      <h2 className={styles.title}>{t('board.ending')}</h2>
      {board.ending.length === 0 ? (
        <EmptyState plain level={3} title={t('board.noneEnding')} />
      ) : (
        <PackageList label={t('board.ending')} packages={board.ending} openId={openId} />
      )}
      <h2 className={styles.title}>{t('board.withoutVisit')}</h2>
      <WithoutVisit patients={board.withoutNextVisit} />
    </>
  )
}
