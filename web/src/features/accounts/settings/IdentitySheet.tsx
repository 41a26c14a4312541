import { Button } from '@mantine/core'
import type { SecurityOverview } from '@ulna/contract/accounts/accounts.security'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageSettings } from '../../../i18n/page-settings.ts'
import { Sheet } from '../../../ui/base/Sheet.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { CheckIcon } from '../../../ui/icons/base-icons.tsx'
import { Pill } from '../../../ui/pills/Pill.tsx'
import { useUnlinkIdentity } from '../security.queries.ts'
import styles from './AccountSheets.module.css'
import { identityLink } from './identity-link.ts'

const UnlinkDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('settings')
  const unlink = useUnlinkIdentity()
  return (
    <ConfirmDialog
      destructive
      title={t('security.identity.unlinkTitle')}
      confirmLabel={t('security.identity.unlink')}
      cancelLabel={t('security.cancel')}
      pending={unlink.isPending}
      onConfirm={() => unlink.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('security.identity.unlinkText')}</p>
    </ConfirmDialog>
  )
}

/** The server refuses to unlink what the person signs in with alone; the button says so before. */
const LinkedIdentity = ({ isOnlyWay }: { isOnlyWay: boolean }) => {
  const { t } = useTranslation('settings')
  const [asks, setAsks] = useState(false)
  return (
    <div className={styles.body}>
      <p className={styles.lead}>{t('security.identity.linkedText')}</p>
      {isOnlyWay && <p className={styles.detail}>{t('security.identity.lastWay')}</p>}
      <div className={styles.actions}>
        <Button variant="subtle" color="red" disabled={isOnlyWay} onClick={() => setAsks(true)}>
          {t('security.identity.unlink')}
        </Button>
      </div>
      {asks && <UnlinkDialog onClose={() => setAsks(false)} />}
    </div>
  )
}

const AbsentIdentity = () => {
  const { t } = useTranslation('settings')
  return (
    <div className={styles.body}>
      <p className={styles.lead}>{t('security.identity.noneText')}</p>
    </div>
  )
}

/** The link with the hosted identity service, where the installation has one or the account is linked from then. */
export const IdentitySheet = ({ overview }: { overview: SecurityOverview }) => {
  const { t } = useTranslation('settings')
  const link = identityLink(overview, Boolean(pageSettings().firebase))
  if (link === 'hidden') return null
  const state = link !== 'none' && (
    <Pill tone="good" icon={<CheckIcon size={15} />}>
      {t('security.identity.linked')}
    </Pill>
  )
  return (
    <Sheet title={t('security.identity.title')} action={state}>
      {link === 'none' ? <AbsentIdentity /> : <LinkedIdentity isOnlyWay={link === 'only-way'} />}
    </Sheet>
  )
}
