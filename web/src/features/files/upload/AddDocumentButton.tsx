import { useTranslation } from 'react-i18next'
import { DocumentIcon } from '../../../ui/icons/shared-icons.tsx'

/** Leads to adding a document; stands among what can be written in a file. */
export const AddDocumentButton = ({
  className,
  onPress,
}: {
  className: string | undefined
  onPress: () => void
}) => {
  const { t } = useTranslation('files')
  return (
    <button type="button" className={className} onClick={onPress}>
      <DocumentIcon />
      {t('add.open')}
    </button>
  )
}
