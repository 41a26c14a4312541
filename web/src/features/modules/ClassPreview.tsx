import { useQuery } from '@tanstack/react-query'
import { classText } from '@ulna/contract/record-class/record-class.fields'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { startValues } from '../../blocks/record-form/form/form-values.ts'
import { RecordForm } from '../../blocks/record-form/form/RecordForm.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './ModuleDialog.module.css'
import { shownClassQuery } from './modules.queries.ts'

const keepNothing = () => undefined

/** The form of a class as it opens in a file. It can be tried; nothing of it is kept. */
export const ClassPreview = ({ classId, version }: { classId: string; version: number }) => {
  const { t } = useTranslation('modules')
  const { language } = useDates()
  const { data, error, refetch } = useQuery(shownClassQuery(classId, version))
  if (data) {
    return (
      <div className={styles.preview}>
        <RecordForm
          label={t('preview.label', { name: classText(data, language, data.name) })}
          recordClass={data}
          startValues={startValues(data, {})}
          onSubmit={keepNothing}
          actions={<Hint>{t('preview.note')}</Hint>}
        />
      </div>
    )
  }
  if (error) return <LoadFailed error={error} title={t('preview.failed')} onRetry={() => void refetch()} />
  return <SkeletonRows rows={3} label={t('preview.loading')} />
}
