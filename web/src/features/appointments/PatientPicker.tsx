import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { PatientRow } from '@ulna/contract/patients'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenPatient } from './appointment-form-values.ts'
import css from './PatientPicker.module.css'
import { patientSearchQuery } from './patient-search.query.ts'

export interface PatientPickerProps {
  practiceId: number
  value: ChosenPatient | null
  onChange: (patient: ChosenPatient | null) => void
  onBlur: () => void
  error?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

/** Milliseconds without a key before the server is asked. */
const pause = 160

const nameOf = ({ firstName, lastName }: PatientRow): string => `${firstName} ${lastName}`

const Found = ({ rows }: { rows: readonly PatientRow[] }) => (
  <>
    {rows.map((row) => (
      <Combobox.Option key={row.id} value={String(row.id)} className={css.option ?? ''}>
        <b>{nameOf(row)}</b>
        <span>{[row.fileId, row.socialId, row.mobile ?? row.phone].filter(Boolean).join(' · ')}</span>
      </Combobox.Option>
    ))}
  </>
)

/** Finds a patient by name, e-mail or document; the first match is chosen with Enter. */
export const PatientPicker = ({
  practiceId,
  value,
  onChange,
  onBlur,
  error,
  inputRef,
}: PatientPickerProps) => {
  const { t } = useTranslation('calendar')
  const combobox = useCombobox()
  const [text, setText] = useState(value?.name ?? '')
  const [sought] = useDebouncedValue(text.trim(), pause)
  const isSearching = value === null && sought.length >= 2
  const { data: rows = [], isFetching } = useQuery({
    ...patientSearchQuery(practiceId, sought),
    enabled: isSearching,
  })
  const highlight = useRef(combobox.selectFirstOption)
  highlight.current = combobox.selectFirstOption

  // The form may take over another patient, for instance what a colleague saved.
  useEffect(() => {
    if (value) setText(value.name)
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer highlights its first match
  useEffect(() => {
    highlight.current()
  }, [rows])

  const choose = (id: string) => {
    const row = rows.find((found) => String(found.id) === id)
    if (!row) return
    onChange({ id: row.id, name: nameOf(row) })
    combobox.closeDropdown()
  }

  const type = (typed: string) => {
    setText(typed)
    if (value) onChange(null)
    combobox.openDropdown()
  }

  const clear = () => {
    setText('')
    onChange(null)
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target>
        <TextInput
          ref={inputRef}
          label={t('form.patient')}
          placeholder={t('form.patientHint')}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            onBlur()
          }}
          error={error}
          autoComplete="off"
          maxLength={100}
          data-autofocus
          rightSection={
            text === '' ? null : (
              <CloseButton aria-label={t('form.patientClear')} onClick={clear} tabIndex={-1} />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isSearching}>
        {rows.length > 0 ? (
          <Combobox.Options aria-label={t('form.patient')}>
            <Found rows={rows} />
          </Combobox.Options>
        ) : (
          <Combobox.Empty role="status">
            {t(isFetching ? 'form.patientSearching' : 'form.patientNone', { text: sought })}
          </Combobox.Empty>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
