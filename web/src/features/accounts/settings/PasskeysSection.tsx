import { Button } from '@mantine/core'
import type { Passkey } from '@ulna/contract/accounts/accounts.security'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, CardList } from '../../../ui/base/Card.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { KeyIcon } from '../../../ui/icons/other-icons.tsx'
import { Pill } from '../../../ui/pills/Pill.tsx'
import { knowsPasskeys } from '../second-step/passkey-support.ts'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from '../security.queries.ts'
import styles from './AccountSettings.module.css'
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx'
import { useDeviceName } from './use-device-name.ts'
import { useMoment } from './use-moment.ts'

const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('settings')
  const deviceName = useDeviceName()
  const { mutateAsync } = useAddPasskey()
  return (
    <PasskeyNameDialog
      title={t('security.passkeys.add')}
      text={t('security.passkeys.addText')}
      saveLabel={t('security.passkeys.create')}
      name={deviceName(navigator.userAgent)}
      save={mutateAsync}
      onClose={onClose}
    />
  )
}

const RenameDialog = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const { t } = useTranslation('settings')
  const { mutateAsync } = useRenamePasskey()
  return (
    <PasskeyNameDialog
      title={t('security.passkeys.rename')}
      saveLabel={t('account.save')}
      name={passkey.name}
      save={(name) => mutateAsync({ id: passkey.id, name })}
      onClose={onClose}
    />
  )
}

const RemoveDialog = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const { t } = useTranslation('settings')
  const remove = useRemovePasskey()
  return (
    <ConfirmDialog
      destructive
      title={t('security.passkeys.removeTitle', { name: passkey.name })}
      confirmLabel={t('security.passkeys.remove')}
      cancelLabel={t('security.cancel')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(passkey.id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('security.passkeys.removeText')}</p>
    </ConfirmDialog>
  )
}

type Asked = { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey } | { readonly kind: 'add' }

const PasskeyDialog = ({ asked, onClose }: { asked: Asked; onClose: () => void }) => {
  if (asked.kind === 'add') return <AddDialog onClose={onClose} />
  if (asked.kind === 'rename') return <RenameDialog passkey={asked.passkey} onClose={onClose} />
  return <RemoveDialog passkey={asked.passkey} onClose={onClose} />
}

const PasskeyRow = ({ passkey, onAsk }: { passkey: Passkey; onAsk: (asked: Asked) => void }) => {
  const { t } = useTranslation('settings')
  const moment = useMoment()
  const { name, createdAt, lastUsedAt, backedUp } = passkey
  return (
    <li className={styles.row}>
      <KeyIcon size={24} />
      <div className={styles.words}>
        <div className={styles.name}>
          <span>{name}</span>
          {backedUp && <Pill tone="info">{t('security.passkeys.backedUp')}</Pill>}
        </div>
        <Hint>
          {t('security.passkeys.created', { at: moment(createdAt) })}
          {' · '}
          {lastUsedAt
            ? t('security.passkeys.used', { at: moment(lastUsedAt) })
            : t('security.passkeys.neverUsed')}
        </Hint>
      </div>
      <Button
        variant="default"
        aria-label={t('security.passkeys.renameNamed', { name })}
        onClick={() => onAsk({ kind: 'rename', passkey })}
      >
        {t('security.passkeys.renameShort')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        aria-label={t('security.passkeys.removeNamed', { name })}
        onClick={() => onAsk({ kind: 'remove', passkey })}
      >
        {t('security.passkeys.remove')}
      </Button>
    </li>
  )
}

/** Passkeys: fingerprint, face or the device's PIN instead of password and code. */
export const PasskeysSection = ({ passkeys }: { passkeys: readonly Passkey[] }) => {
  const { t } = useTranslation('settings')
  const [asked, setAsked] = useState<Asked | null>(null)
  const isSupported = knowsPasskeys()
  return (
    <Card title={t('security.passkeys.title')} lead={t('security.passkeys.lead')}>
      {!isSupported && (
        <CardBody>
          <Hint>{t('security.passkeys.unsupported')}</Hint>
        </CardBody>
      )}
      {passkeys.length > 0 && (
        <CardList>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAsk={setAsked} />
          ))}
        </CardList>
      )}
      {isSupported && (
        <CardBody>
          <Row>
            <Button variant="default" onClick={() => setAsked({ kind: 'add' })}>
              {t('security.passkeys.add')}
            </Button>
          </Row>
        </CardBody>
      )}
      {asked && <PasskeyDialog asked={asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}
