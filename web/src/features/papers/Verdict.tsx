import type { Verification } from '@ulna/contract/papers/papers'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayText } from '../../i18n/dates/dates.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Facts } from '../../ui/Facts.tsx'
import { AlertIcon } from '../../ui/icons/base-icons.tsx'
import type { IconProps } from '../../ui/icons/Icon.tsx'
import { CheckCircleIcon } from '../../ui/icons/shared-icons.tsx'
import { HistoryIcon } from '../../ui/icons/viewer-icons.tsx'
import { CancelledIcon } from '../../ui/icons/visit-icons.tsx'
import styles from './PaperCheck.module.css'
import type { Checked } from './papers.queries.ts'

const icons: Readonly<Record<Checked['status'], (props: IconProps) => ReactNode>> = {
  unchanged: CheckCircleIcon,
  superseded: HistoryIcon,
  altered: CancelledIcon,
  unproved: AlertIcon,
  erased: HistoryIcon,
  unknown: AlertIcon,
  noNumber: AlertIcon,
}

const sheets = ['receipt', 'attendance', 'erasure', 'act', 'deletion'] as const

/** A receipt, say, or a certificate says something else than a record; undefined for other papers and verdicts. */
const sheetKey = (checked: Checked): string | undefined => {
  if (checked.status !== 'unchanged' && checked.status !== 'superseded') return undefined
  const scope = sheets.find((one) => one === checked.paper?.scope)
  if (scope === undefined) return undefined
  return `sheet.${scope}.${checked.status}.${checked.compared}`
}

/** Which of the sentences about a status says it best. */
const aspectOf = (checked: Checked): string => {
  if (checked.status === 'noNumber') return 'file'
  return checked.altered ?? checked.compared
}

/** In words first; colour and icon only repeat them. */
export const Verdict = ({ checked, fileName }: { checked: Checked; fileName: string | undefined }) => {
  const { t } = useTranslation('verify')
  const Icon = icons[checked.status]
  return (
    <div className={styles.verdict} data-status={checked.status}>
      <h2>
        <Icon size={24} /> {t(`status.${checked.status}.title`)}
      </h2>
      {fileName !== undefined && <p className={styles.name}>{fileName}</p>}
      <p>{t(sheetKey(checked) ?? `status.${checked.status}.${aspectOf(checked)}`)}</p>
      {'paper' in checked && checked.since && !sheetKey(checked) && <Since since={checked.since} />}
      {'paper' in checked && checked.paper && <PaperFacts paper={checked.paper} />}
      {'paper' in checked && checked.seal && <SealFacts seal={checked.seal} />}
      {'paper' in checked && checked.origin && <OriginFacts origin={checked.origin} />}
    </div>
  )
}

const Since = ({ since }: { since: NonNullable<Verification['since']> }) => {
  const { t } = useTranslation('verify')
  const kinds = (['changed', 'added', 'voided', 'withdrawn'] as const).filter((kind) => since[kind] > 0)
  if (kinds.length === 0) return null
  return (
    <ul>
      {kinds.map((kind) => (
        <li key={kind}>{t(`since.${kind}`, { count: since[kind] })}</li>
      ))}
    </ul>
  )
}

/** By the clock of whoever looks: the page knows no practice's zone. */
const momentOf = (instant: string): string => {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  )
  const day = new Intl.DateTimeFormat('en-CA').format(new Date(instant))
  return `${dayText(day, currentLanguage())}, ${time}`
}

const PaperFacts = ({ paper }: { paper: NonNullable<Verification['paper']> }) => {
  const { t } = useTranslation('verify')
  return (
    <Facts
      facts={[
        [t('facts.practice'), paper.practiceName],
        [t('facts.kind'), `${t(`kind.${paper.scope}`)} · ${t('facts.pages', { count: paper.pages })}`],
        [t('facts.issued'), momentOf(paper.issuedAt)],
        [t('facts.certificate'), <small key="certificate">{paper.certificate}</small>],
      ]}
    />
  )
}

const SealFacts = ({ seal }: { seal: NonNullable<Verification['seal']> }) => {
  const { t } = useTranslation('verify')
  return (
    <Facts
      facts={[
        [t('facts.practice'), seal.practiceName],
        [t('facts.kind'), t('kind.seal')],
        [t('facts.signed'), momentOf(seal.signedAt)],
        [t('facts.version'), seal.version],
      ]}
    />
  )
}

/** The practice came from another installation, which verified its signatures before they left. */
const OriginFacts = ({ origin }: { origin: NonNullable<Verification['origin']> }) => {
  const { t } = useTranslation('verify')
  return (
    <>
      <p>{t('origin')}</p>
      <Facts
        facts={[
          [t('facts.verifiedAt'), origin.address],
          [t('facts.verifiedOn'), momentOf(origin.at)],
          [t('facts.certificate'), <small key="certificate">{origin.certificate}</small>],
        ]}
      />
    </>
  )
}
