import { useQuery } from '@tanstack/react-query'
import { moneyText } from '@ulna/contract/receipts/receipts.amounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { ArrowLeftIcon } from '../../ui/icons/file-icons.tsx'
import { PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { DownloadIcon } from '../../ui/icons/viewer-icons.tsx'
import '../../ui/fields/mantine-styles.ts'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { useAskedForm } from '../../blocks/form/use-asked-form.ts'
import { currencyOfZone } from '../../blocks/money/currencies.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './ReceiptBrowser.module.css'
import { ReceiptFilters, type ReceiptSearch } from './ReceiptFilters.tsx'
import { ReceiptList } from './ReceiptList.tsx'
import {
  type ReceiptFilter,
  type ReceiptPage,
  receiptsPerPage,
  receiptsQuery,
  useExportReceipts,
} from './receipts.queries.ts'

const IssueDialog = lazyPart(() => import('./IssueDialog.tsx'), 'IssueDialog')
const IssuerDialog = lazyPart(() => import('./IssuerDialog.tsx'), 'IssuerDialog')

const filterOf = ({ from, to, patient }: ReceiptSearch): ReceiptFilter => ({
  ...(from === null ? {} : { from }),
  ...(to === null ? {} : { to }),
  ...(patient === null ? {} : { patientId: patient.id }),
})

const Totals = ({ totals }: Pick<ReceiptPage, 'totals'>) => {
  const { t } = useTranslation('receipts')
  const { language } = useDates()
  if (totals.length === 0) return null
  return (
    <p className={styles.totals} role="status">
      {t('list.totals')}: <b>{totals.map((sum) => moneyText(sum.totalMinor, sum, language)).join(' · ')}</b>
    </p>
  )
}

type Asked = 'issue' | 'issuer' | undefined

interface AskProps {
  onAsk: (asked: Asked) => void
}

const IssueButton = ({ onAsk, variant }: AskProps & { variant: 'filled' | 'light' }) => {
  const { t } = useTranslation('receipts')
  const { reason } = usePermission('issueReceipts')
  return (
    <ReasonedButton
      variant={variant}
      leftSection={<PlusIcon />}
      reason={reason}
      onClick={() => onAsk('issue')}
    >
      {t('new')}
    </ReasonedButton>
  )
}

const Listed = ({ filter, onAsk }: AskProps & { filter: ReceiptFilter }) => {
  const { t } = useTranslation('receipts')
  const { authPractice } = usePracticeSession()
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useQuery(receiptsQuery(authPractice.id, filter, page))
  const isFiltered = Object.keys(filter).length > 0
  if (error && !data) return <LoadFailed error={error} title={t('failed')} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} label={t('title')} />
  if (data.rows.length === 0)
    return (
      <EmptyState
        title={t(isFiltered ? 'list.noMatch' : 'list.empty')}
        actions={isFiltered ? undefined : <IssueButton variant="light" onAsk={onAsk} />}
      >
        {t(isFiltered ? 'list.noMatchText' : 'list.emptyText')}
      </EmptyState>
    )
  return (
    <>
      <Totals totals={data.totals} />
      <ReceiptList rows={data.rows} withPatient />
      <Pager
        page={page}
        total={data.total}
        perPage={receiptsPerPage}
        previousLabel={t('list.previous')}
        nextLabel={t('list.next')}
        range={(shown) => t('list.range', shown)}
        onPage={setPage}
      />
    </>
  )
}

/** What can be done on the page besides looking; each says why not where it may not be done. */
const Tools = ({ filter, onAsk }: AskProps & { filter: ReceiptFilter }) => {
  const { t } = useTranslation('receipts')
  const dates = useDates()
  const mayExport = usePermission('exportReceipts')
  const mayName = usePermission('changePractice')
  const exporting = useExportReceipts()
  return (
    <>
      <ReasonedButton variant="subtle" reason={mayName.reason} onClick={() => onAsk('issuer')}>
        {t('issuer.action')}
      </ReasonedButton>
      <ReasonedButton
        variant="default"
        leftSection={<DownloadIcon />}
        reason={mayExport.reason}
        loading={exporting.isPending}
        onClick={() => exporting.mutate({ filter, name: `receipts-${dates.today()}.csv` })}
      >
        {t('export')}
      </ReasonedButton>
      <IssueButton variant="filled" onAsk={onAsk} />
    </>
  )
}

/** The form that somebody asked for, with a button or by the address of the page. */
const AskedForm = ({ asked, onAsk }: AskProps & { asked: Asked }) => {
  const { authPractice } = usePracticeSession()
  const mayIssue = usePermission('issueReceipts')
  const mayName = usePermission('changePractice')
  useAskedForm(() => mayIssue.allowed && onAsk('issue'))
  useAskedForm(() => mayName.allowed && onAsk('issuer'), 'issuer')
  const close = () => onAsk(undefined)
  const currency = currencyOfZone(authPractice.timezone)
  return (
    <Optional>
      {asked === 'issue' && (
        <IssueDialog
          occasion={{ patient: null, packageId: null, description: '', price: null, currency }}
          onClose={close}
        />
      )}
      {asked === 'issuer' && <IssuerDialog onClose={close} />}
    </Optional>
  )
}

/** The receipts of the practice by days and patient, what they come to, and as a file. */
export const ReceiptBrowser = () => {
  const { t } = useTranslation('receipts')
  const [search, setSearch] = useState<ReceiptSearch>({ from: null, to: null, patient: null })
  const [asked, setAsked] = useState<Asked>()
  const filter = filterOf(search)
  return (
    <>
      <LinkButton
        to="/app/session-package"
        variant="subtle"
        className={styles.back ?? ''}
        leftSection={<ArrowLeftIcon />}
      >
        {t('backToPackages')}
      </LinkButton>
      <PageTitle
        title={t('title')}
        subtitle={t('lead')}
        actions={<Tools filter={filter} onAsk={setAsked} />}
      />
      <Card aria-label={t('title')}>
        <ReceiptFilters search={search} onSearch={setSearch} />
        <Listed key={JSON.stringify(filter)} filter={filter} onAsk={setAsked} />
      </Card>
      <AskedForm asked={asked} onAsk={setAsked} />
    </>
  )
}
