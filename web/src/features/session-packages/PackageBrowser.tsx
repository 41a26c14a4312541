import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { ArrowLeftIcon } from '../../ui/icons/file-icons.tsx'
import { PlusIcon } from '../../ui/icons/shared-icons.tsx'
import '../../ui/fields/mantine-styles.ts'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { ApiError } from '../../api/http/api-error.ts'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'
import { Card } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { PackageBoard } from './PackageBoard.tsx'
import styles from './PackageBrowser.module.css'
import { PackageDetail } from './PackageDetail.tsx'
import { PackageList } from './PackageList.tsx'
import { packageQuery, packagesPerPage, packagesQuery } from './session-packages.queries.ts'

const PackageDialog = lazyPart(() => import('./PackageDialog.tsx'), 'PackageDialog')

const views = ['active', 'board', 'all'] as const

export interface PackageBrowserProps {
  /** The package that stands beside the list. */
  openId: number | undefined
  /** Whether the form of a new package stands over the page, and for whom. */
  newFor: ChosenPatient | true | undefined
  onNew: () => void
  onOpen: (id: number) => void
  onLeaveNew: () => void
  /** What was paid for a package, shown with it. */
  paidFor?: ((sold: SessionPackage) => ReactNode) | undefined
}

const searchDelay = 180

interface ListedProps extends Pick<PackageBrowserProps, 'openId' | 'onNew'> {
  text: string
  onlyActive: boolean
  onClear: () => void
}

/** Nothing to list: because nothing was sold yet, or because nothing is as what is sought. */
const Nothing = ({ text, onlyActive, onNew, onClear }: Omit<ListedProps, 'openId'>) => {
  const { t } = useTranslation('sessionPackage')
  const { reason } = usePermission('writePackages')
  if (text !== '')
    return (
      <EmptyState
        title={t('list.noMatch')}
        actions={
          <Button variant="default" onClick={onClear}>
            {t('list.clear')}
          </Button>
        }
      >
        {t('list.noMatchText')}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t(onlyActive ? 'list.noneActive' : 'list.empty')}
      actions={
        <ReasonedButton variant="light" reason={reason} leftSection={<PlusIcon />} onClick={onNew}>
          {t('new')}
        </ReasonedButton>
      }
    >
      {t('list.emptyText')}
    </EmptyState>
  )
}

const Listed = ({ text, onlyActive, openId, onNew, onClear }: ListedProps) => {
  const { t } = useTranslation('sessionPackage')
  const { authPractice } = usePracticeSession()
  const [page, setPage] = useState(0)
  const list = useQuery(packagesQuery(authPractice.id, text, onlyActive, page * packagesPerPage))
  if (list.isError && !list.data)
    return <LoadFailed error={list.error} title={t('failed')} onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonRows rows={8} label={t('title')} />
  const { rows, metadata } = list.data
  if (rows.length === 0)
    return <Nothing text={text} onlyActive={onlyActive} onNew={onNew} onClear={onClear} />
  return (
    <>
      <PackageList label={t('title')} packages={rows} openId={openId} />
      <Pager
        page={page}
        total={metadata.total}
        perPage={packagesPerPage}
        previousLabel={t('list.previous')}
        nextLabel={t('list.next')}
        range={(shown) => t('list.range', shown)}
        onPage={setPage}
      />
    </>
  )
}

const Opened = ({ id, paidFor }: Pick<PackageBrowserProps, 'paidFor'> & { id: number }) => {
  const { t } = useTranslation('sessionPackage')
  const { authPractice } = usePracticeSession()
  const { data, error, refetch } = useQuery(packageQuery(authPractice.id, id))
  if (data) return <PackageDetail key={id} sold={data} paid={paidFor?.(data)} />
  if (error instanceof ApiError && error.isMissing) return <EmptyState plain level={2} title={t('missing')} />
  if (error) return <LoadFailed error={error} title={t('failed')} onRetry={() => void refetch()} />
  return <SkeletonRows rows={6} label={t('title')} />
}

const Counts = () => {
  const { t } = useTranslation('sessionPackage')
  const { authPractice } = usePracticeSession()
  const { data } = useQuery(packagesQuery(authPractice.id, '', true, 0))
  if (!data) return <span> </span>
  const { active, ending, expired } = data.metadata
  return (
    <span role="status">
      {t('counts.active', { count: active })} · {t('counts.ending', { count: ending })} ·{' '}
      {t('counts.expired', { count: expired })}
    </span>
  )
}

interface BesideProps extends Pick<PackageBrowserProps, 'openId' | 'paidFor'> {
  children: ReactNode
}

const Beside = ({ openId, paidFor, children }: BesideProps) => {
  const { t } = useTranslation('sessionPackage')
  return (
    <div className={styles.columns} data-open={openId !== undefined || undefined}>
      <Card className={styles.listed} aria-label={t('title')}>
        {children}
      </Card>
      {openId === undefined ? null : (
        <Card className={styles.opened} aria-label={t('detail')}>
          <LinkButton
            to="/app/session-package"
            variant="subtle"
            className={styles.back}
            leftSection={<ArrowLeftIcon />}
          >
            {t('backToList')}
          </LinkButton>
          <Opened id={openId} paidFor={paidFor} />
        </Card>
      )}
    </div>
  )
}

/** The packages of the practice: the list, what needs somebody soon, and one package with its ledger. */
export const PackageBrowser = ({
  openId,
  newFor,
  onNew,
  onOpen,
  onLeaveNew,
  paidFor,
}: PackageBrowserProps) => {
  const { t } = useTranslation('sessionPackage')
  const { reason } = usePermission('writePackages')
  const [typed, setTyped] = useState('')
  const [view, setView] = useState<(typeof views)[number]>('active')
  const [sought] = useDebouncedValue(typed.trim(), searchDelay)
  const actions = (
    <>
      <LinkButton to="/app/session-package/receipts" variant="default">
        {t('receipts')}
      </LinkButton>
      <ReasonedButton reason={reason} leftSection={<PlusIcon />} onClick={onNew}>
        {t('new')}
      </ReasonedButton>
    </>
  )
  return (
    <>
      <PageTitle title={t('title')} subtitle={<Counts />} actions={actions} />
      <Beside openId={openId} paidFor={paidFor}>
        <div className={styles.tools}>
          <div className={styles.search}>
            <SearchField
              label={t('list.search')}
              maxLength={100}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
          <ChoiceField
            legend={t('views.label')}
            isLegendHidden
            name="view"
            value={view}
            choices={views.map((value) => ({ value, label: t(`views.${value}`) }))}
            onChange={setView}
          />
        </div>
        {view === 'board' && sought === '' ? (
          <PackageBoard openId={openId} />
        ) : (
          <Listed
            key={`${view} ${sought}`}
            text={sought}
            onlyActive={view === 'active'}
            openId={openId}
            onNew={onNew}
            onClear={() => setTyped('')}
          />
        )}
      </Beside>
      <Suspense>
        {newFor && reason === undefined ? (
          <PackageDialog
            patient={newFor === true ? undefined : newFor}
            onSaved={({ id }) => onOpen(id)}
            onClose={onLeaveNew}
          />
        ) : null}
      </Suspense>
    </>
  )
}
