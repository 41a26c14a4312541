import { limits } from '@ulna/contract/http/text'
import { keyLifetimes, type MadePracticeKey } from '@ulna/contract/practice-keys/practice-keys'
import { type KeyScope, keyScopes } from '@ulna/contract/practice-keys/practice-keys.scopes'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './KeyDialog.module.css'
import { useMakeKey } from './practice-keys.queries.ts'

interface KeyValues {
  name: string
  scopes: readonly KeyScope[]
  /** Days. */
  lifetime: string
}

const startOf = (): KeyValues => ({ name: '', scopes: [], lifetime: '90' })

const lifetimeOf = (days: string) => keyLifetimes.find((one) => String(one) === days) ?? keyLifetimes[0]

export interface KeyDialogProps {
  onMade: (key: MadePracticeKey) => void
  onClose: () => void
}

/** What a new key is called, what it may read and how long. */
export const KeyDialog = ({ onMade, onClose }: KeyDialogProps) => {
  const { t } = useTranslation('practiceKeys')
  const { mutateAsync } = useMakeKey()
  const { frame, text, values, faults, change } = useServerForm({
    stored: undefined,
    startOf,
    faultsOf: ({ scopes }: KeyValues) => (scopes.length === 0 ? { scopes: t('noScope') } : {}),
    save: ({ values: { name, scopes, lifetime } }) =>
      mutateAsync({ name, scopes: [...scopes], lifetime: lifetimeOf(lifetime) }),
    onSaved: onMade,
  })
  const set = (scope: KeyScope, isGiven: boolean) =>
    change({ scopes: keyScopes.filter((one) => (one === scope ? isGiven : values.scopes.includes(one))) })
  return (
    <FormDialog frame={frame} title={t('new')} saveLabel={t('create')} onClose={onClose}>
      <TextField
        {...text('name')}
        label={t('name')}
        hint={t('nameHint')}
        required
        maxLength={limits.name}
        autoComplete="off"
        data-autofocus
      />
      <FieldGroup id="key-scopes" label={t('scopes')} error={faults.scopes}>
        {keyScopes.map((scope) => (
          <CheckboxField
            key={scope}
            label={
              <>
                {t(`scope.${scope}`)}
                <span className={classNames(hintClass, styles.hint)}>{t(`scopeHint.${scope}`)}</span>
              </>
            }
            checked={values.scopes.includes(scope)}
            onChange={({ currentTarget }) => set(scope, currentTarget.checked)}
          />
        ))}
      </FieldGroup>
      <SelectField
        label={t('lifetime')}
        value={values.lifetime}
        options={keyLifetimes.map((days) => ({ value: String(days), label: t(`lifetimes.${days}`) }))}
        onChange={({ currentTarget }) => change({ lifetime: currentTarget.value })}
      />
    </FormDialog>
  )
}
