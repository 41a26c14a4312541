import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { balanceTone, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pips } from '../../blocks/package-balance/Pips.tsx'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { Optional } from '../../ui/Optional.tsx'
import styles from './PatientBalance.module.css'
import { usePackageWords } from './use-package-words.ts'

// Few look why: the dialog brings many files along, and would bring them before the first card stands.
const PatientPackagesDialog = lazyPart(() => import('./PatientPackagesDialog.tsx'), 'PatientPackagesDialog')

/** The oldest active package, from which sessions are taken first; else the newest there was. */
const packageAtHead = (packages: readonly SessionPackage[]): SessionPackage | undefined =>
  packages.filter(({ status }) => status === 'active').at(-1) ?? packages[0]

export interface PatientBalanceProps {
  name: string
  /** The packages that serve the patient, newest first. */
  packages: readonly SessionPackage[]
  /** What was paid for a package, shown with it. */
  paidFor: (sold: SessionPackage) => ReactNode
}

/** The balance on the head of a file: bars, figure and last movement; pressed, it says why. */
export const PatientBalance = ({ name, packages, paidFor }: PatientBalanceProps) => {
  const { t } = useTranslation('sessionPackage')
  const words = usePackageWords()
  const [isOpen, setOpen] = useState(false)
  const sold = packageAtHead(packages)
  if (!sold) return null
  const { sessions, at } = sold.lastMovement
  const last = t('head.last', {
    change: words.change(sold.lastMovement),
    date: words.dates.instantDay(at),
  })
  return (
    <div className={styles.balance}>
      <span className={hintClass}>{sessions === 0 ? t('head.label') : `${t('head.label')} · ${last}`}</span>
      <button
        type="button"
        className={styles.why}
        aria-label={t('head.why', { figure: words.figure(sold) })}
        onClick={() => setOpen(true)}
      >
        <Pips sessions={sold} tone={balanceTone(sold.status, sessionsLeft(sold))} />
        <b>{words.figure(sold)}</b>
      </button>
      <Optional>
        {isOpen && (
          <PatientPackagesDialog
            name={name}
            packages={[sold, ...packages.filter(({ id }) => id !== sold.id)]}
            paidFor={paidFor}
            onClose={() => setOpen(false)}
          />
        )}
      </Optional>
    </div>
  )
}
