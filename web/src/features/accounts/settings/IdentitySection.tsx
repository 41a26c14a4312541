import { Button } from '@mantine/core'
import type { SecurityOverview } from '@ulna/contract/accounts/accounts.security'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageSettings } from '../../../i18n/page-settings.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { CheckIcon } from '../../../ui/icons/base-icons.tsx'
import { Pill } from '../../../ui/pills/Pill.tsx'
import { useUnlinkIdentity } from '../security.queries.ts'
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
const Unlink = ({ isOnlyWay }: { isOnlyWay: boolean }) => {
  const { t } = useTranslation('settings')
  const [asks, setAsks] = useState(false)
  return (
    <CardBody>
      {isOnlyWay && <Hint>{t('security.identity.lastWay')}</Hint>}
      <Row>
        <Button variant="subtle" color="red" disabled={isOnlyWay} onClick={() => setAsks(true)}>
          {t('security.identity.unlink')}
        </Button>
      </Row>
      {asks && <UnlinkDialog onClose={() => setAsks(false)} />}
    </CardBody>
  )
}

/** The link with the hosted identity service, where the installation has one or the account is linked from then. */
export const IdentitySection = ({ overview }: { overview: SecurityOverview }) => {
  const { t } = useTranslation('settings')
  const link = identityLink(overview, Boolean(pageSettings().firebase))
  if (link === 'hidden') return null
  const title = t('security.identity.title')
  if (link === 'none') return <Card title={title} lead={t('security.identity.noneText')} />
  const state = (
    <Pill tone="good" icon={<CheckIcon size={15} />}>
      {t('security.identity.linked')}
    </Pill>
  )
  return (
    <Card title={title} action={state} lead={t('security.identity.linkedText')}>
      <Unlink isOnlyWay={link === 'only-way'} />
    </Card>
  )
}
