import { Link } from '@tanstack/react-router'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { balanceTone, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { Pips } from '../../blocks/package-balance/Pips.tsx'
import { CardList } from '../../ui/base/Card.tsx'
import { hintClass } from '../../ui/base/Hint.tsx'
import { Avatar } from '../../ui/shell/Avatar.tsx'
import styles from './PackageList.module.css'
import { PackageStatusPill } from './PackageStatusPill.tsx'
import { usePackageWords } from './use-package-words.ts'

const Row = ({ sold, isOpen }: { sold: SessionPackage; isOpen: boolean }) => {
  const words = usePackageWords()
  const { t, dates } = words
  const others = sold.patients.length - 1
  const name = [sold.owner.fullName, ...(others > 0 ? [t('others', { count: others })] : [])].join(' ')
  return (
    <li className={styles.row} data-open={isOpen || undefined}>
      <Avatar name={sold.owner.fullName} />
      <div className={styles.who}>
        <Link
          to="/app/session-package/$packageId"
          params={{ packageId: String(sold.id) }}
          className={styles.name}
          aria-current={isOpen ? 'page' : undefined}
        >
          {name}
        </Link>
        <span className={hintClass}>
          {words.title(sold)} · {sold.doctor.fullName}
        </span>
      </div>
      <span className={styles.pips}>
        <Pips sessions={sold} tone={balanceTone(sold.status, sessionsLeft(sold))} />
      </span>
      <span className={styles.figure}>{words.figure(sold)}</span>
      <span className={styles.expires}>{sold.expiresOn ? dates.day(sold.expiresOn) : '—'}</span>
      <span className={styles.status}>
        <PackageStatusPill status={sold.status} />
      </span>
    </li>
  )
}

/** Packages with their balance; each leads to its ledger. */
export const PackageList = ({
  packages,
  openId,
}: {
  packages: readonly SessionPackage[]
  openId: number | undefined
}) => (
  <CardList className={styles.list}>
    {packages.map((sold) => (
      <Row key={sold.id} sold={sold} isOpen={sold.id === openId} />
    ))}
  </CardList>
)
