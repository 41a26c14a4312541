import { useTranslation } from 'react-i18next'
import { CheckCircleIcon } from '../../ui/icons/shared-icons.tsx'

export interface ConsentsButtonProps {
  className: string | undefined
  onPress: () => void
}

/** Leads to what the patient consented to. */
export const ConsentsButton = ({ className, onPress }: ConsentsButtonProps) => {
  const { t } = useTranslation('consents')
  return (
    <button type="button" className={className} onClick={onPress}>
      <CheckCircleIcon />
      {t('list.open')}
    </button>
  )
}
