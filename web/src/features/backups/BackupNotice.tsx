import type { BackupNotice as Notice } from '@ulna/contract/backups/backups'
import { useTranslation } from 'react-i18next'
import { calloutClass } from '../../ui/base/callout.ts'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { stackClass } from '../../ui/base/stack.ts'

/** That there is nothing to come back to, for whoever runs the installation. */
export const BackupNotice = ({ notice }: { notice: Notice }) => {
  const { t } = useTranslation('backups')
  return (
    <div className={calloutClass('bad', stackClass(8))} role="status">
      <b>{t(`notice.${notice}.title`)}</b>
      <p>{t(`notice.${notice}.text`)}</p>
      <div>
        <LinkButton to="/app/settings/installation" variant="default">
          {t('see')}
        </LinkButton>
      </div>
    </div>
  )
}
