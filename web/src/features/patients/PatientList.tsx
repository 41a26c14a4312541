import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PatientRow } from '@ulna/contract/patients/patients'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card, CardList, leadingRow } from '../../ui/base/Card.tsx'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { hintClass } from '../../ui/base/Hint.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './PatientList.module.css'
import { ProfileImage } from './ProfileImage.tsx'
import { patientListQuery, patientsPerPage } from './patients.queries.ts'

const searchDelay = 180

const Row = ({ row }: { row: PatientRow }) => {
  const { t } = useTranslation('patient')
  const dates = useDates()
  const age = dates.age(row.birthDate)
  const name = `${row.firstName} ${row.lastName}`
  const contact = [row.mobile ?? row.phone, row.email].filter(Boolean).join(' · ')
  return (
    <li className={classNames(leadingRow.row, styles.row)}>
      <ProfileImage patient={row} size={40} />
      <div className={styles.who}>
        <Link to="/app/patient/$patientId" params={{ patientId: String(row.id) }} className={leadingRow.link}>
          {name}
        </Link>
        {age !== null && <span className={hintClass}>{t('head.age', { count: age })}</span>}
        <span className={hintClass}>{t('head.fileNumber', { number: row.fileId })}</span>
      </div>
      <span className={styles.contact}>{contact}</span>
      <span className={styles.last}>
        <span className={hintClass}>{t('list.lastControl')}</span>
        <span>{row.lastControl ? dates.instantDay(row.lastControl) : t('list.never')}</span>
      </span>
    </li>
  )
}

/** The patients of the practice, searched as one types, page by page. */
export const PatientList = ({ onNew }: { onNew: () => void }) => {
  const { t } = useTranslation('patient')
  const receive = usePermission('receiveFiles')
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(0)
  const [archived, setArchived] = useState(false)
  const [sought] = useDebouncedValue(typed, searchDelay)
  const offset = page * patientsPerPage
  const { data, isPending, error, isPlaceholderData, refetch } = useQuery(
    patientListQuery(sought, offset, archived),
  )
  const isSearching = sought.trim() !== ''
  const total = data?.total ?? 0
  const newButton = (variant: 'filled' | 'light') => (
    <Button variant={variant} leftSection={<PlusIcon />} onClick={onNew}>
      {t('list.new')}
    </Button>
  )

  const count = () => {
    if (!data) return ' '
    if (isSearching) return t('list.found', { count: total })
    return t(archived ? 'list.archived' : 'list.total', { count: total })
  }

  return (
    <>
      <PageTitle
        title={t('list.title')}
        subtitle={<span role="status">{count()}</span>}
        actions={
          <>
            {receive.allowed && (
              <LinkButton to="/app/hand-overs" variant="default">
                {t('list.receive')}
              </LinkButton>
            )}
            {newButton('filled')}
          </>
        }
      />
      <Card aria-label={t('list.table')}>
        <div className={styles.tools}>
          <SearchField
            label={t('list.search')}
            maxLength={100}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setPage(0)
            }}
          />
          <CheckboxField
            label={t('list.onlyArchived')}
            checked={archived}
            onChange={(event) => {
              setArchived(event.currentTarget.checked)
              setPage(0)
            }}
          />
        </div>
        {isPending && <SkeletonRows rows={8} label={t('list.title')} />}
        {error && !data && (
          <div className={styles.failed}>
            <LoadFailed error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {data && total === 0 && isSearching && (
          <EmptyState
            title={t('list.noMatch.title', { text: sought.trim() })}
            actions={
              <>
                {newButton('light')}
                <Button variant="default" onClick={() => setTyped('')}>
                  {t('list.clear')}
                </Button>
              </>
            }
          >
            {t('list.noMatch.text')}
          </EmptyState>
        )}
        {data && total === 0 && !isSearching && archived && (
          <EmptyState title={t('list.archived', { count: 0 })} />
        )}
        {data && total === 0 && !isSearching && !archived && (
          <EmptyState title={t('list.empty.title')} actions={newButton('light')}>
            {t('list.empty.text')}
          </EmptyState>
        )}
        {total > 0 && (
          <CardList aria-busy={isPlaceholderData}>
            {data?.rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </CardList>
        )}
        <Pager
          page={page}
          total={total}
          perPage={patientsPerPage}
          previousLabel={t('list.previous')}
          nextLabel={t('list.next')}
          range={(shown) => t('list.range', shown)}
          onPage={setPage}
        />
      </Card>
    </>
  )
}
