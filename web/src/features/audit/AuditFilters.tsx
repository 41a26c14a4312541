import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { auditActions } from '@ulna/contract/audit-actions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patientSearchQuery } from '../../api/patient-search.query.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { DayFilter } from '../../blocks/typed-time/DayFilter.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Field, inputClass } from '../../ui/base/Field.tsx'
import { SearchBox } from '../../ui/fields/SearchBox.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './Audit.module.css'
import { peopleQuery } from './audit.queries.ts'
import { type AuditFilter, auditAreas, isFiltered } from './audit-filter.ts'
import { useAuditWords } from './use-audit-words.ts'

const pause = 250

interface PatientFilterProps {
  /** Name of the patient that is filtered by, where it is known. */
  name: string | undefined
  onChoose: (patientId: number | undefined) => void
}

const PatientFilter = ({ name, onChoose }: PatientFilterProps) => {
  const { t } = useTranslation('settings')
  const { authPractice } = usePracticeSession()
  const [text, setText] = useState<string>()
  const [sought] = useDebouncedValue((text ?? '').trim(), pause)
  const { data: rows = [], isFetching } = useQuery(patientSearchQuery(authPractice.id, sought))
  const found = text === undefined ? [] : rows
  const leave = (): void => {
    if (text === '') onChoose(undefined)
    setText(undefined)
  }
  return (
    <SearchBox
      label={t('audit.patient')}
      placeholder={t('audit.anyPatient')}
      text={text ?? name ?? ''}
      onText={setText}
      options={found.map((row) => ({
        value: String(row.id),
        label: `${row.firstName} ${row.lastName}`,
        detail: row.fileId,
      }))}
      onPick={(id) => {
        setText(undefined)
        onChoose(Number(id))
      }}
      onBlur={leave}
      status={sought.length < 2 ? undefined : t(isFetching ? 'audit.searching' : 'audit.noPatient')}
    />
  )
}

const ActionFilter = ({
  action,
  onChoose,
}: {
  action: AuditFilter['action']
  onChoose: (action: AuditFilter['action']) => void
}) => {
  const { t } = useTranslation('settings')
  const words = useAuditWords()
  return (
    <Field label={t('audit.action')}>
      {(control) => (
        <select
          {...control}
          className={inputClass}
          value={action ?? ''}
          onChange={(event) => onChoose(auditActions.find((one) => one === event.currentTarget.value))}
        >
          <option value="">{t('audit.anyAction')}</option>
          {auditAreas.map(({ area, actions }) => (
            <optgroup key={area} label={words.area(area)}>
              {actions.map((one) => (
                <option key={one} value={one}>
                  {words.action(one)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}

export interface AuditFiltersProps {
  filter: AuditFilter
  patientName: string | undefined
  onChange: (part: AuditFilter) => void
  onClear: () => void
}

/** What the trail is narrowed by: days, person, action, patient. */
export const AuditFilters = ({ filter, patientName, onChange, onClear }: AuditFiltersProps) => {
  const { t } = useTranslation('settings')
  const dates = useDates()
  const { data: people = [] } = useQuery(peopleQuery)
  return (
    <search className={styles.filters} aria-label={t('audit.filter')}>
      <DayFilter
        label={t('audit.from')}
        value={filter.from ?? null}
        maxDate={filter.to ?? dates.today()}
        onChange={(day) => onChange({ from: day ?? undefined })}
      />
      <DayFilter
        label={t('audit.to')}
        value={filter.to ?? null}
        maxDate={dates.today()}
        {...(filter.from === undefined ? {} : { minDate: filter.from })}
        onChange={(day) => onChange({ to: day ?? undefined })}
      />
      <SelectField
        label={t('audit.person')}
        value={String(filter.userId ?? '')}
        onChange={(event) => onChange({ userId: Number(event.currentTarget.value) || undefined })}
        options={[
          { value: '', label: t('audit.anybody') },
          ...people.map(({ ownerId, fullName }) => ({ value: String(ownerId), label: fullName })),
        ]}
      />
      <ActionFilter action={filter.action} onChoose={(action) => onChange({ action })} />
      <PatientFilter
        name={filter.patientId === undefined ? undefined : patientName}
        onChoose={(patientId) => onChange({ patientId })}
      />
      {isFiltered(filter) && (
        <Button variant="default" onClick={onClear} className={styles.clear ?? ''}>
          {t('audit.clear')}
        </Button>
      )}
    </search>
  )
}
