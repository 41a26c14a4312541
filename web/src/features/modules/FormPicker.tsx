import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { Hint, hintClass } from '../../ui/base/Hint.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './FormPicker.module.css'
import { type FormGroup, formGroups } from './form-groups.ts'
import { installedModulesQuery } from './modules.queries.ts'

/** From so many forms on they are searched rather than read. */
const many = 8

/** The forms may arrive after the dialog, which has given the focus to its cross by then. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus()

export interface FormPickerProps {
  /** The classes new records can be written with; undefined while they are on their way. */
  classes: readonly RecordClass[] | undefined
  /** Why they did not come; null while they may. */
  error: unknown
  onRetry: () => void
  onChoose: (classId: string) => void
  onClose: () => void
}

/** Every form that can be written, by module. */
export const FormPicker = ({ classes, error, onRetry, onChoose, onClose }: FormPickerProps) => {
  const { t } = useTranslation('modules')
  const { language } = useDates()
  const installed = useQuery(installedModulesQuery)
  const [sought, setSought] = useState('')
  const modules = installed.data?.installed
  const isFailed = (error !== null && !classes) || (installed.isError && !modules)

  return (
    <Dialog title={t('picker.title')} closeLabel={t('picker.close')} onClose={onClose} size={560}>
      <div className={styles.picker}>
        {isFailed && (
          <LoadFailed
            error={error ?? installed.error}
            title={t('picker.failed')}
            onRetry={() => {
              onRetry()
              void installed.refetch()
            }}
          />
        )}
        {!isFailed && !(classes && modules) && <SkeletonRows rows={5} label={t('picker.loading')} />}
        {classes && modules && (
          <>
            {classes.length > many && (
              <TextField
                type="search"
                label={t('picker.search')}
                value={sought}
                ref={takeFocus}
                data-autofocus
                onChange={(event) => setSought(event.currentTarget.value)}
              />
            )}
            <Groups groups={formGroups(classes, modules, language, sought)} onChoose={onChoose} />
          </>
        )}
        <Hint>
          <Link to="/app/modules">{t('picker.more')}</Link>
        </Hint>
      </div>
    </Dialog>
  )
}

const Groups = ({
  groups,
  onChoose,
}: {
  groups: readonly FormGroup[]
  onChoose: (classId: string) => void
}) => {
  const { t } = useTranslation('modules')
  return (
    <>
      <Hint role="status" className={styles.status}>
        {groups.length === 0 ? t('picker.none') : ''}
      </Hint>
      {groups.map((group) => (
        <section key={group.moduleId} aria-label={group.name}>
          <h3 className={classNames(hintClass, styles.name)}>{group.name}</h3>
          <ul className={styles.forms}>
            {group.forms.map((form) => (
              <li key={form.classId}>
                <button type="button" className={styles.form} onClick={() => onChoose(form.classId)}>
                  {form.name}
                  {form.description && (
                    <span className={classNames(hintClass, styles.text)}>{form.description}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
