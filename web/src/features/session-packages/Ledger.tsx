import { useQuery } from '@tanstack/react-query'
import type { PackageMovement } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { usePracticeSession } from '../../api/session/session.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { type NodeShape, ThreadNode } from '../../ui/base/ThreadNode.tsx'
import type { IconProps } from '../../ui/icons/Icon.tsx'
import { EditIcon } from '../../ui/icons/other-icons.tsx'
import { PackagesIcon } from '../../ui/icons/shared-icons.tsx'
import { TurnIcon } from '../../ui/icons/viewer-icons.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './Ledger.module.css'
import { movementsQuery } from './session-packages.queries.ts'
import { usePackageWords } from './use-package-words.ts'

interface Look {
  readonly shape: NodeShape
  readonly Icon?: (props: IconProps) => React.ReactNode
}

const looks: Readonly<Record<PackageMovement['kind'], Look>> = {
  bought: { shape: 'plain', Icon: PackagesIcon },
  reserved: { shape: 'planned' },
  released: { shape: 'plain', Icon: TurnIcon },
  used: { shape: 'done' },
  returned: { shape: 'plain', Icon: TurnIcon },
  adjusted: { shape: 'plain', Icon: EditIcon },
  expired: { shape: 'void' },
  renewed: { shape: 'plain', Icon: TurnIcon },
  cancelled: { shape: 'void' },
}

const Line = ({ movement, isFamily }: { movement: PackageMovement; isFamily: boolean }) => {
  const words = usePackageWords()
  const { kind, occurredAt, at, author, patient, reason, sessions, balance } = movement
  const details = [
    words.dates.instantDay(occurredAt ?? at),
    ...(isFamily && patient ? [patient.fullName] : []),
    author ?? words.t('byItself'),
  ]
  return (
    <li className={styles.line}>
      <ThreadNode {...looks[kind]} className={styles.node} />
      <div className={styles.words}>
        <b>{words.movement(movement)}</b>
        <span className={hintClass}>{details.join(' · ')}</span>
        {reason ? <span className={styles.reason}>{reason}</span> : null}
      </div>
      <span className={styles.change} data-sign={Math.sign(sessions)}>
        {words.change(movement)}
      </span>
      <span className={styles.balance}>
        <VisuallyHidden>{words.t('ledger.balanceIs')} </VisuallyHidden>
        {balance}
      </span>
    </li>
  )
}

/** Why the balance is what it is, the newest first. */
export const Ledger = ({ sold }: { sold: SessionPackage }) => {
  const { t } = usePackageWords()
  const { authPractice } = usePracticeSession()
  const { data: movements } = useQuery(movementsQuery(authPractice.id, sold.id))
  return (
    <section className={styles.ledger} aria-label={t('ledger.title')}>
      <div className={styles.head} aria-hidden="true">
        <b>{t('ledger.title')}</b>
        <span className={hintClass}>{t('ledger.change')}</span>
        <span className={hintClass}>{t('ledger.balance')}</span>
      </div>
      {movements ? (
        <ul>
          {movements.map((movement) => (
            <Line key={movement.id} movement={movement} isFamily={sold.patients.length > 1} />
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={4} label={t('ledger.title')} />
      )}
    </section>
  )
}
