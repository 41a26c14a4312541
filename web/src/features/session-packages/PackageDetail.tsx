import { Button } from '@mantine/core'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import {
  balanceTone,
  type PackageAction,
  packageCan,
  sessionsLeft,
} from '@ulna/contract/session-packages/session-packages.rules'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { Pips } from '../../blocks/package-balance/Pips.tsx'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { EditIcon } from '../../ui/icons/other-icons.tsx'
import { MoreIcon } from '../../ui/icons/record-icons.tsx'
import { CalendarIcon, PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { ActionMenu, MenuItem } from '../../ui/shell/ActionMenu.tsx'
import { Ledger } from './Ledger.tsx'
import styles from './PackageDetail.module.css'
import { PackageStatusPill } from './PackageStatusPill.tsx'
import { usePackageWords } from './use-package-words.ts'

const PackageDialog = lazyPart(() => import('./PackageDialog.tsx'), 'PackageDialog')
const RecordsDialog = lazyPart(() => import('./RecordsDialog.tsx'), 'RecordsDialog')
const StateDialog = lazyPart(() => import('./StateDialog.tsx'), 'StateDialog')

/** Why somebody may not do something with a package, in words. */
const useObstacle = (sold: SessionPackage) => {
  const { t } = useTranslation('error')
  const { practiceRole: role, clinical } = usePracticeSession()
  return (action: PackageAction): string | undefined => {
    const decision = packageCan[action]({
      package: { status: sold.status, left: sessionsLeft(sold) },
      actor: { role: role ?? 'practitioner', clinical },
    })
    return decision === 'allowed' ? undefined : t(decision)
  }
}

type Asked = 'edit' | 'records' | 'state' | undefined

const Facts = ({ sold }: { sold: SessionPackage }) => {
  const { t, price, dates } = usePackageWords()
  const date = dates.instantDay(sold.createdAt)
  const bought =
    sold.importedFrom === null ? t('boughtOn', { date }) : t('broughtFrom', { name: sold.importedFrom, date })
  const expires = sold.expiresOn && t('expiresOn', { date: dates.day(sold.expiresOn) })
  const line = [price(sold), bought, expires, sold.doctor.fullName].filter(Boolean).join(' · ')
  return (
    <>
      <ul className={styles.patients} aria-label={t('patients')}>
        {sold.patients.map(({ id, fullName }) => (
          <li key={id}>
            <LinkButton
              to="/app/patient/$patientId"
              params={{ patientId: String(id) }}
              variant="subtle"
              size="compact-md"
              px={8}
            >
              {fullName}
            </LinkButton>
          </li>
        ))}
      </ul>
      <Hint>{line}</Hint>
      {sold.packageData.notes ? <p className={styles.notes}>{sold.packageData.notes}</p> : null}
      {sold.cancelReason ? (
        <p className={styles.notes}>{t('cancelledFor', { reason: sold.cancelReason })}</p>
      ) : null}
    </>
  )
}

/** The balance as a figure, as bars and in words. */
const Balance = ({ sold }: { sold: SessionPackage }) => {
  const { t, left } = usePackageWords()
  return (
    <div className={styles.balance}>
      <p className={styles.figures}>
        <span className={styles.used}>{sold.usedSessions}</span>
        <span className={styles.of}> / {sold.numSessions}</span>
      </p>
      <Pips sessions={sold} tone={balanceTone(sold.status, sessionsLeft(sold))} large />
      <Hint className={styles.left}>
        {left(sold)} {sold.autoAdd ? t('autoAdds') : null}
      </Hint>
    </div>
  )
}

/** Leads to planning visits in the file of its owner, where a case is open. */
const PlanLink = ({ sold }: { sold: SessionPackage }) => {
  const { t } = usePackageWords()
  if (sold.status !== 'active' || sessionsLeft(sold) === 0) return null
  return (
    <LinkButton
      to="/app/patient/$patientId"
      params={{ patientId: String(sold.ownerId) }}
      search={{ plan: true }}
      variant="subtle"
      leftSection={<CalendarIcon />}
    >
      {t('plan')}
    </LinkButton>
  )
}

export interface PackageDetailProps {
  sold: SessionPackage
  /** What was paid for the package. */
  paid?: ReactNode
  /** Whether it is shown in the file of a patient, which has a button of its own for planning. */
  isInFile?: boolean
}

/** A package: whom it serves, what is left, what can be done, and why the balance is what it is. */
export const PackageDetail = ({ sold, paid, isInFile = false }: PackageDetailProps) => {
  const { t, title } = usePackageWords()
  const obstacleTo = useObstacle(sold)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const isCancelled = sold.status === 'cancelled'
  return (
    <article className={styles.detail} aria-label={title(sold)}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h2 tabIndex={-1}>{title(sold)}</h2>
          <PackageStatusPill status={sold.status} />
          <ActionMenu label={t('more')} trigger={<MoreIcon />} align="end">
            <MenuItem
              reason={obstacleTo(isCancelled ? 'reactivate' : 'cancel')}
              onSelect={() => setAsked('state')}
            >
              {t(isCancelled ? 'state.reactivate.action' : 'state.cancel.action')}
            </MenuItem>
          </ActionMenu>
        </div>
        <Facts sold={sold} />
        <Balance sold={sold} />
        <Row>
          <Button variant="light" leftSection={<PlusIcon />} onClick={() => setAsked('records')}>
            {t('records.action')}
          </Button>
          {isInFile ? null : <PlanLink sold={sold} />}
          <ReasonedButton
            variant="subtle"
            leftSection={<EditIcon />}
            reason={obstacleTo('edit')}
            onClick={() => setAsked('edit')}
          >
            {t('edit')}
          </ReasonedButton>
        </Row>
      </header>
      {paid}
      <Ledger sold={sold} />
      <Suspense>
        {asked === 'edit' && <PackageDialog stored={sold} onClose={close} onSaved={close} />}
        {asked === 'records' && <RecordsDialog sold={sold} onClose={close} />}
        {asked === 'state' && <StateDialog sold={sold} onClose={close} />}
      </Suspense>
    </article>
  )
}
