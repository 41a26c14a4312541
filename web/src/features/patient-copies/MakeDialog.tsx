import { useQuery } from '@tanstack/react-query'
import { languages } from '@ulna/contract/languages'
import type { CopyPart, PatientCopy } from '@ulna/contract/patient-copies/patient-copies'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { KeptBackGroups, KeptBackList } from '../../blocks/kept-back/KeptBack.tsx'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { partsQuery, useMakeCopy } from './patient-copies.queries.ts'

interface MakeDialogProps {
  copy: PatientCopy
  onClose: () => void
}

/** What goes into a copy: everything, but for what is ticked. */
export const MakeDialog = ({ copy, onClose }: MakeDialogProps) => {
  const { t } = useTranslation('common')
  const { data, error, refetch } = useQuery(partsQuery(copy.patientId))
  if (data) return <MakeForm copy={copy} parts={data} onClose={onClose} />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return <SkeletonRows rows={2} label={t('loading')} />
}

/** Reserved parts that somebody decided to give: what is written after they looked stays out. */
const givenOf = (parts: readonly CopyPart[], keptBack: readonly string[]): string[] =>
  parts.filter(({ key, reserved }) => reserved !== null && !keptBack.includes(key)).map(({ key }) => key)

const MakeForm = ({ copy, parts, onClose }: MakeDialogProps & { parts: readonly CopyPart[] }) => {
  const { t } = useTranslation('copies')
  const { mutateAsync } = useMakeCopy(copy.id)
  const { frame, values, change } = useServerForm({
    stored: undefined,
    startOf: () => ({
      language: copy.language ?? currentLanguage(),
      withNames: copy.withNames,
      // Also what was kept back when it was made before.
      keptBack: parts
        .filter(({ key, reserved }) => reserved !== null || copy.keptBack.includes(key))
        .map(({ key }) => key),
    }),
    save: ({ values: input }) => mutateAsync({ ...input, given: givenOf(parts, input.keptBack) }),
    onSaved: onClose,
  })
  const set = (key: string, isKept: boolean) =>
    change({
      keptBack: isKept ? [...values.keptBack, key] : values.keptBack.filter((one) => one !== key),
    })
  return (
    <FormDialog frame={frame} title={t('makeTitle')} saveLabel={t('begin')} onClose={onClose}>
      <p>{t('makeText')}</p>
      <KeptBackList
        parts={parts.filter(({ reserved }) => reserved !== null)}
        keptBack={values.keptBack}
        onChange={set}
      />
      <KeptBackGroups
        parts={parts.filter(({ reserved }) => reserved === null)}
        keptBack={values.keptBack}
        onChange={set}
      />
      <SelectField
        label={t('language')}
        value={values.language}
        options={languages.map((value) => ({ value, label: t(`languageName.${value}`) }))}
        onChange={({ currentTarget }) =>
          change({ language: languages.find((one) => one === currentTarget.value) ?? values.language })
        }
      />
      <CheckboxField
        label={t('withNames')}
        checked={values.withNames}
        onChange={({ currentTarget }) => change({ withNames: currentTarget.checked })}
      />
      <Hint>{t('withNamesHint')}</Hint>
    </FormDialog>
  )
}
