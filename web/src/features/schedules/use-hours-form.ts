import { mostCapacity, type Schedule } from '@ulna/contract/schedules/schedules'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { queueInfo } from '../../api/http/messages.ts'
import { changeOfSchedule, inOrder, isCapacity, periodFaults, valuesOfSchedule } from './schedule-values.ts'
import { useChangeSchedule } from './schedules.mutations.ts'

/** The form of when somebody works. */
export const useHoursForm = (practiceId: number, schedule: Schedule) => {
  const { t } = useTranslation('schedules')
  const saving = useChangeSchedule(practiceId)
  const { doctorId } = schedule
  return useServerForm({
    stored: schedule,
    startOf: valuesOfSchedule,
    faultsOf: ({ hours, capacity }) => ({
      ...Object.fromEntries(
        [...periodFaults(hours)].map(([at, fault]) => [`hours.${at}.to`, t(`hours.${fault}`)]),
      ),
      ...(isCapacity(capacity) ? {} : { capacity: t('capacity.fault', { most: mostCapacity }) }),
    }),
    // What is wrong with the hours as a whole has no field.
    fieldOf: (path) => (path === 'hours' ? undefined : path),
    tidy: inOrder,
    save: ({ values: wish, stored: { version } }) =>
      saving.mutateAsync({ doctorId, change: changeOfSchedule(wish, version) }),
    onSaved: (saved, goOn) => {
      goOn(saved)
      queueInfo(t('hours.saved'))
    },
  })
}
