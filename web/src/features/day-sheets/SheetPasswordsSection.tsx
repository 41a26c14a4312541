import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/base/Card.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { CardBody } from '../../ui/CardBody.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useReplacePasswords, useSheetPasswords } from './day-sheets.queries.ts'
import { SheetPasswordsPaper } from './SheetPasswordsPaper.tsx'

/** What opens the sheets of a day: to be printed, and to be replaced when somebody leaves. */
export const SheetPasswordsSection = () => {
  const { t } = useTranslation('daySheets')
  const [asksReplace, setAsksReplace] = useState(false)
  const shown = useSheetPasswords()
  const replaced = useReplacePasswords()
  const passwords = replaced.data ?? shown.data
  const replace = () => replaced.mutate(undefined, { onSettled: () => setAsksReplace(false) })
  return (
    <Card title={t('section.title')} lead={<p>{t('section.lead')}</p>}>
      <CardBody>
        {passwords && <SheetPasswordsPaper passwords={passwords} />}
        <Row>
          {!passwords && (
            <Button variant="default" loading={shown.isPending} onClick={() => shown.mutate()}>
              {t('passwords.show')}
            </Button>
          )}
          <Button variant="subtle" color="red" onClick={() => setAsksReplace(true)}>
            {t('section.replace')}
          </Button>
        </Row>
      </CardBody>
      {asksReplace && (
        <ConfirmDialog
          destructive
          title={t('section.replaceTitle')}
          confirmLabel={t('section.replace')}
          cancelLabel={t('section.cancel')}
          pending={replaced.isPending}
          onConfirm={replace}
          onCancel={() => setAsksReplace(false)}
        >
          <p>{t('section.replaceText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
