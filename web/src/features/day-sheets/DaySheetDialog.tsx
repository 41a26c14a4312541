import { Button } from '@mantine/core'
import type { SheetContents } from '@ulna/contract/day-sheets/day-sheets'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { addDays } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { Problem } from '../../ui/base/Problem.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useFetchSheet, useSheetPasswords } from './day-sheets.queries.ts'
import { SheetPasswordsPaper } from './SheetPasswordsPaper.tsx'

/** Days that can be chosen, today among them. */
const shownDays = 8

const contentsToChoose = ['clinical', 'agenda'] as const

/** The day's sheet for when Ulna does not answer: which one, what opens it, and the file. */
export const DaySheetDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('daySheets')
  const { clinical } = usePracticeSession()
  const { textOf } = useErrorText()
  const dates = useDates()
  const [day, setDay] = useState('')
  const [contents, setContents] = useState<SheetContents>(clinical ? 'clinical' : 'agenda')
  const sheet = useFetchSheet()
  const passwords = useSheetPasswords()
  const days = Array.from({ length: shownDays }, (_, index) => addDays(dates.today(), index))
  const fetchIt = () => {
    const named = day === '' ? t('dialog.nextDay') : day
    const fileName = `${t(`fileName.${contents}`, { day: named })}.pdf`
    sheet.mutate({ day: day === '' ? undefined : day, contents, fileName })
  }
  return (
    <Dialog title={t('dialog.title')} closeLabel={t('dialog.close')} size={520} onClose={onClose}>
      <div className={stackClass(16)}>
        <p>{t('dialog.text')}</p>
        <SelectField
          label={t('dialog.day')}
          value={day}
          options={[
            { value: '', label: t('dialog.next') },
            ...days.map((one) => ({ value: one, label: `${dates.weekday(one)} ${dates.day(one)}` })),
          ]}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
          data-autofocus
        />
        {clinical && (
          <ChoiceField
            legend={t('dialog.contents')}
            name="contents"
            value={contents}
            choices={contentsToChoose.map((one) => ({ value: one, label: t(`dialog.choice.${one}`) }))}
            onChange={setContents}
          />
        )}
        {passwords.data ? (
          <SheetPasswordsPaper passwords={passwords.data} />
        ) : (
          <p>{t('dialog.passwordHint')}</p>
        )}
        {sheet.error && <Problem>{textOf(sheet.error)}</Problem>}
        <FormActions>
          {!passwords.data && (
            <Button variant="default" loading={passwords.isPending} onClick={() => passwords.mutate()}>
              {t('passwords.show')}
            </Button>
          )}
          <Button loading={sheet.isPending} onClick={fetchIt}>
            {t('dialog.fetch')}
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
