import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../api/use-copy.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'

export interface SharedCopy {
  readonly url: string
  readonly code: string
  readonly until: string
}

/** The link for the patient and the code that goes another way, this once. A slip beside the dialog does not close it. */
export const ShareDialog = ({ shared, onClose }: { shared: SharedCopy; onClose: () => void }) => {
  const { t } = useTranslation('copies')
  const dates = useDates()
  const { copy, isCopied } = useCopy()
  return (
    <Dialog
      title={t('shareTitle')}
      closeLabel={t('close')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={onClose}
    >
      <div className={stackClass(16)}>
        <p>{t('shareText')}</p>
        <TextAreaField
          readOnly
          rows={3}
          spellCheck={false}
          label={t('link')}
          value={shared.url}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <p>
          {t('code')}: <strong>{shared.code}</strong>
        </p>
        <Hint>{t('until', { day: dates.instantDay(shared.until) })}</Hint>
        <FormActions>
          <Button variant="default" onClick={() => void copy(shared.url)}>
            {t(isCopied ? 'copied' : 'copyLink')}
          </Button>
          <Button onClick={onClose}>{t('close')}</Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
