import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAskedForm } from '../../blocks/form/use-asked-form.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Optional } from '../../ui/Optional.tsx'

const DaySheetDialog = lazyPart(() => import('./DaySheetDialog.tsx'), 'DaySheetDialog', [
  'daySheets',
  'movingErrors',
])

/** The way to the sheet of the next day. */
export const DaySheetButton = () => {
  const { t } = useTranslation('dashboard')
  const [isOpen, setOpen] = useState(false)
  useAskedForm(() => setOpen(true), 'sheet')
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t('daySheet')}
      </Button>
      <Optional>{isOpen && <DaySheetDialog onClose={() => setOpen(false)} />}</Optional>
    </>
  )
}
