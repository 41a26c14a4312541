import { Link } from '@tanstack/react-router'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { balanceTone, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { Pips } from '../../blocks/package-balance/Pips.tsx'
import { leadingRow } from '../../ui/base/Card.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { Avatar, colorOf, initialsOfPerson } from '../../ui/shell/Avatar.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './PackageList.module.css'
import { PackageStatusPill } from './PackageStatusPill.tsx'
import { usePackageWords } from './use-package-words.ts'

const Balance = ({ sold }: { sold: SessionPackage }) => (
  <Pips sessions={sold} tone={balanceTone(sold.status, sessionsLeft(sold))} />
)

const Figure = ({ sold: { usedSessions, numSessions } }: { sold: SessionPackage }) => (
  <span className={styles.figure}>
    <b>{usedSessions}</b>/{numSessions}
  </span>
)

/** Whom it serves and what it is. Where there is no room for more columns, all that they say stands below. */
const Who = ({ sold, isOpen }: { sold: SessionPackage; isOpen: boolean }) => {
  const { t, title } = usePackageWords()
  const others = sold.patients.length - 1
  const name = [sold.owner.fullName, ...(others > 0 ? [t('others', { count: others })] : [])].join(' ')
  return (
    <div className={styles.who}>
      <Avatar
        name={sold.owner.fullName}
        initials={initialsOfPerson(sold.owner)}
        color={colorOf(sold.ownerId)}
      />
      <div className={styles.words}>
        <Link
          to="/app/session-package/$packageId"
          params={{ packageId: String(sold.id) }}
          className={leadingRow.link}
          aria-current={isOpen ? 'page' : undefined}
        >
          {name}
        </Link>
        <span className={hintClass}>
          {title(sold)} · {sold.doctor.fullName}
        </span>
        <span className={styles.below}>
          <Balance sold={sold} />
          <Figure sold={sold} />
          <PackageStatusPill status={sold.status} />
        </span>
      </div>
    </div>
  )
}

const Row = ({ sold, isOpen }: { sold: SessionPackage; isOpen: boolean }) => {
  const { dates } = usePackageWords()
  return (
    <tr className={leadingRow.row} data-open={isOpen || undefined}>
      <td>
        <Who sold={sold} isOpen={isOpen} />
      </td>
      <td className={styles.wide}>
        <Balance sold={sold} />
      </td>
      <td className={classNames(styles.wide, styles.used)}>
        <Figure sold={sold} />
      </td>
      <td className={styles.widest}>{sold.expiresOn ? dates.day(sold.expiresOn) : '—'}</td>
      <td className={styles.wide}>
        <PackageStatusPill status={sold.status} />
      </td>
    </tr>
  )
}

const Head = () => {
  const { t } = usePackageWords()
  return (
    <thead>
      <tr>
        <th scope="col">{t('columns.patient')}</th>
        <th scope="col" className={styles.wide}>
          {t('columns.sessions')}
        </th>
        <th scope="col" className={classNames(styles.wide, styles.used)}>
          {t('columns.used')}
        </th>
        <th scope="col" className={styles.widest}>
          {t('columns.expires')}
        </th>
        <th scope="col" className={styles.wide}>
          {t('columns.status')}
        </th>
      </tr>
    </thead>
  )
}

export interface PackageListProps {
  /** What the table is called for screen readers. */
  label: string
  packages: readonly SessionPackage[]
  openId: number | undefined
}

/** Packages with their balance; each leads to its ledger. */
export const PackageList = ({ label, packages, openId }: PackageListProps) => (
  <div className={styles.frame}>
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{label}</VisuallyHidden>
      </caption>
      <Head />
      <tbody>
        {packages.map((sold) => (
          <Row key={sold.id} sold={sold} isOpen={sold.id === openId} />
        ))}
      </tbody>
    </table>
  </div>
)
