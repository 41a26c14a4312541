import { useTranslation } from 'react-i18next'
import { CalendarIcon } from '../../../ui/icons/shared-icons.tsx'

/** Leads to planning the visits of the open case; stands among what can be done in a file. */
export const PlanCourseButton = ({
  className,
  onPress,
}: {
  className: string | undefined
  onPress: () => void
}) => {
  const { t } = useTranslation('course')
  return (
    <button type="button" className={className} onClick={onPress}>
      <CalendarIcon />
      {t('open')}
    </button>
  )
}
