import { Combobox, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { PatientRow } from '@ulna/contract/patients/patients'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/base/Field.tsx'
import { ButtonedInput } from '../../ui/fields/ButtonedInput.tsx'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import { PlusIcon } from '../../ui/icons/shared-icons.tsx'
import styles from './PatientPicker.module.css'
import { stillFitting } from './still-fitting.ts'

export interface ChosenPatient {
  id: number
  name: string
}

export type PatientsQuery = UseQueryOptions<PatientRow[], Error, PatientRow[], (string | number)[]>

export interface PatientPickerProps {
  /** Asks for the patients that a text may mean. */
  queryOf: (text: string) => PatientsQuery
  value: ChosenPatient | null
  onChange: (patient: ChosenPatient | null) => void
  /** Registers somebody who is not there yet, from what was typed; without it nobody can be registered here. */
  onNew?: ((typed: string) => void) | undefined
  /** Which patient is sought, where a form has more than one. */
  label?: string | undefined
  error?: string | undefined
}

/** Milliseconds without a key before the server is asked. */
const pause = 160

const none: readonly PatientRow[] = []

/** Whom a text means: as the server answers, and until it does those of its last answer that still fit. */
const usePatients = (
  queryOf: PatientPickerProps['queryOf'],
  { text, sought, isSearching }: { text: string; sought: string; isSearching: boolean },
) => {
  const query = { ...queryOf(sought), enabled: isSearching, placeholderData: keepPreviousData }
  const { data: known = none, isFetching, isPlaceholderData } = useQuery(query)
  const isLate = isPlaceholderData || sought !== text
  const rows = useMemo(() => (isLate ? stillFitting(known, text) : known), [known, isLate, text])
  return { rows, isFetching: isFetching || isLate }
}

const nameOf = ({ firstName, lastName }: PatientRow): string => `${firstName} ${lastName}`

const Found = ({ rows }: { rows: readonly PatientRow[] }) => (
  <>
    {rows.map((row) => (
      <Combobox.Option key={row.id} value={String(row.id)} className={styles.option ?? ''}>
        <b>{nameOf(row)}</b>
        <span>{[row.fileId, row.socialId, row.mobile ?? row.phone].filter(Boolean).join(' · ')}</span>
      </Combobox.Option>
    ))}
  </>
)

/** No patient's id. */
const newcomer = 'new'

const Newcomer = () => {
  const { t } = useTranslation('calendar')
  return (
    <Combobox.Option value={newcomer} className={styles.newcomer ?? ''}>
      <PlusIcon size={18} />
      {t('form.patientNew')}
    </Combobox.Option>
  )
}

interface AnswersProps {
  rows: readonly PatientRow[]
  sought: string
  isFetching: boolean
  mayRegister: boolean
}

const Answers = ({ rows, sought, isFetching, mayRegister }: AnswersProps) => {
  const { t } = useTranslation('calendar')
  return (
    <Combobox.Dropdown>
      {rows.length === 0 ? (
        <Combobox.Empty role="status">
          {t(isFetching ? 'form.patientSearching' : 'form.patientNone', { text: sought })}
        </Combobox.Empty>
      ) : null}
      {rows.length > 0 || mayRegister ? (
        <Combobox.Options aria-label={t('form.patient')}>
          <Found rows={rows} />
          {mayRegister ? <Newcomer /> : null}
        </Combobox.Options>
      ) : null}
    </Combobox.Dropdown>
  )
}

/** Finds a patient by name, e-mail or document; the first match is chosen with Enter. */
export const PatientPicker = (props: PatientPickerProps) => {
  const { queryOf, value, onChange, onNew, label, error } = props
  const { t } = useTranslation('calendar')
  const combobox = useCombobox()
  const [text, setText] = useState(value?.name ?? '')
  const [sought] = useDebouncedValue(text.trim(), pause)
  const isSearching = value === null && sought.length >= 2
  const { rows, isFetching } = usePatients(queryOf, { text: text.trim(), sought, isSearching })
  // Enter must not register somebody who is about to be found while the answer is on its way.
  const mayRegister = onNew !== undefined && !isFetching
  const highlight = useRef(combobox.selectFirstOption)
  highlight.current = combobox.selectFirstOption
  /** The highlight is where the answer put it. */
  const isUntouched = useRef(true)

  // The form may take over another patient, for instance what a colleague saved.
  useEffect(() => {
    if (value) setText(value.name)
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer highlights its first match
  useEffect(() => {
    highlight.current()
    isUntouched.current = true
  }, [rows])

  /** Many press the arrow before Enter: where one was found, that must not lead past them to somebody new. */
  const selectNext = () => {
    const stays = isUntouched.current && rows.length === 1
    isUntouched.current = false
    return stays ? combobox.selectFirstOption() : combobox.selectNextOption()
  }

  const choose = (id: string) => {
    if (id === newcomer) {
      combobox.closeDropdown()
      onNew?.(sought)
      return
    }
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
    <Combobox store={{ ...combobox, selectNextOption: selectNext }} onOptionSubmit={choose} withinPortal>
      <Field label={label ?? t('form.patient')} error={error}>
        {(control) => (
          <Combobox.Target>
            <ButtonedInput
              {...control}
              type="text"
              placeholder={t('form.patientHint')}
              value={text}
              onChange={(event) => type(event.currentTarget.value)}
              onClick={() => combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
              autoComplete="off"
              maxLength={100}
              data-autofocus={label === undefined ? true : undefined}
              buttonLabel={t('form.patientClear')}
              icon={text !== '' && <CloseIcon />}
              onButton={clear}
              isPassedByTab
            />
          </Combobox.Target>
        )}
      </Field>
      {/* Measured when it comes: placed while it is hidden it has no width, and lies outside a phone's screen. */}
      {isSearching ? <Answers {...{ rows, sought, isFetching, mayRegister }} /> : null}
    </Combobox>
  )
}
