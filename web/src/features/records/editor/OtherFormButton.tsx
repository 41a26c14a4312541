import { useTranslation } from 'react-i18next'
import { ListIcon } from '../../../ui/icons/record-icons.tsx'

/** Leads to every form that can be written, those of modules too. */
export const OtherFormButton = ({
  className,
  onPress,
}: {
  className: string | undefined
  onPress: () => void
}) => {
  const { t } = useTranslation('modules')
  return (
    <button type="button" className={className} onClick={onPress}>
      <ListIcon />
      {t('picker.open')}
    </button>
  )
}
