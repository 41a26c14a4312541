import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../blocks/form/FormDialog.tsx'
import { Card } from '../../../ui/base/Card.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useRemoveShortCode } from '../security.queries.ts'
import { ShortCodeField } from '../short-code/ShortCodeField.tsx'
import { useShortCodeForm } from '../short-code/use-short-code-form.ts'

const ChooseDialog = ({ title, onClose }: { title: string; onClose: () => void }) => {
  const { t } = useTranslation(['settings', 'signatures'])
  const { frame, values, faults, change } = useShortCodeForm(onClose)
  return (
    <FormDialog frame={frame} title={title} saveLabel={t('account.save')} onClose={onClose}>
      <ShortCodeField
        label={t('signatures:handing.code')}
        hint={t('security.shortCode.hint')}
        value={values.code}
        error={faults.code}
        onChange={(code) => change({ code })}
      />
    </FormDialog>
  )
}

const RemoveDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('settings')
  const remove = useRemoveShortCode()
  return (
    <ConfirmDialog
      destructive
      title={t('security.shortCode.removeTitle')}
      confirmLabel={t('security.shortCode.remove')}
      cancelLabel={t('security.cancel')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('security.shortCode.removeText')}</p>
    </ConfirmDialog>
  )
}

/** Six digits by which the device goes to a patient and comes back. */
export const ShortCodeSection = ({ isSet, isBlocked }: { isSet: boolean; isBlocked: boolean }) => {
  const { t } = useTranslation('settings')
  const [asked, setAsked] = useState<'choose' | 'remove'>()
  const choose = t(isSet ? 'security.shortCode.change' : 'security.shortCode.create')
  const close = () => setAsked(undefined)
  return (
    <Card title={t('security.shortCode.title')} lead={t('security.shortCode.lead')}>
      <CardBody>
        {isSet && <Hint>{t(isBlocked ? 'security.shortCode.blocked' : 'security.shortCode.on')}</Hint>}
        <Row>
          <Button variant="default" onClick={() => setAsked('choose')}>
            {choose}
          </Button>
          {isSet && (
            <Button variant="subtle" color="red" onClick={() => setAsked('remove')}>
              {t('security.shortCode.remove')}
            </Button>
          )}
        </Row>
      </CardBody>
      {asked === 'choose' && <ChooseDialog title={choose} onClose={close} />}
      {asked === 'remove' && <RemoveDialog onClose={close} />}
    </Card>
  )
}
