import { languages } from '@ulna/contract/languages'
import { clinicalByDefault, type Role, roles } from '@ulna/contract/roles'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { calloutClass } from '../../../ui/base/callout.ts'
import { Hint } from '../../../ui/base/Hint.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { SwitchField } from '../../../ui/fields/SwitchField.tsx'
import styles from './InviteDialog.module.css'
import type { InvitationTerms } from './invitees.ts'
import { obstacleToManage } from './member-rules.ts'

interface RoleChoiceProps {
  name: string
  role: Role
  chosen: boolean
  onChoose: (role: Role) => void
}

const RoleChoice = ({ name, role, chosen, onChoose }: RoleChoiceProps) => {
  const { t } = useTranslation(['settings', 'practice', 'error'])
  const { practiceRole, clinical } = usePracticeSession()
  const obstacle = obstacleToManage({ role: practiceRole ?? 'practitioner', clinical }, role)
  const id = useId()
  return (
    <div className={styles.roleChoice} data-off={obstacle !== null || undefined}>
      <input
        id={id}
        type="radio"
        name={name}
        checked={chosen}
        aria-disabled={obstacle !== null || undefined}
        aria-describedby={`${id}-words`}
        onChange={() => {
          if (obstacle === null) onChoose(role)
        }}
      />
      <label htmlFor={id}>{t(`practice:roles.${role}`)}</label>
      <Hint id={`${id}-words`}>
        {t(`members.roles.about.${role}`)}
        {obstacle !== null && ` ${t(`error:${obstacle}`)}`}
      </Hint>
    </div>
  )
}

export interface InvitationTermsFieldsProps {
  terms: InvitationTerms
  onChange: (terms: InvitationTerms) => void
}

/** What people are invited as: role, clinical access, language of the mail. */
export const InvitationTermsFields = ({ terms, onChange }: InvitationTermsFieldsProps) => {
  const { t } = useTranslation(['settings', 'common'])
  const id = useId()
  const { allowed } = usePermission('giveClinicalAccess')
  const waits = terms.clinical && !allowed
  // Another role brings its own usual access; the switch then says otherwise where it is wanted.
  const choose = (role: Role): void => onChange({ ...terms, role, clinical: clinicalByDefault[role] })
  return (
    <>
      <fieldset className={stackClass(4)}>
        <legend>{t('members.invite.role')}</legend>
        {roles.map((role) => (
          <RoleChoice key={role} name={id} role={role} chosen={terms.role === role} onChoose={choose} />
        ))}
      </fieldset>
      <div className={styles.switch}>
        <SwitchField
          checked={terms.clinical}
          label={t('members.invite.clinical')}
          hint={t('members.invite.clinicalHint')}
          aria-describedby={waits ? `${id}-waits` : undefined}
          onChange={(event) => onChange({ ...terms, clinical: event.currentTarget.checked })}
        />
        <p id={`${id}-waits`} role="status" className={calloutClass('warn', styles.waits)}>
          {waits && t('members.invite.clinicalWaits')}
        </p>
      </div>
      <SelectField
        label={t('members.invite.language')}
        hint={t('members.invite.languageHint')}
        value={terms.language}
        onChange={(event) => {
          const language = languages.find((one) => one === event.currentTarget.value)
          if (language) onChange({ ...terms, language })
        }}
        options={languages.map((language) => ({ value: language, label: t(`common:languages.${language}`) }))}
      />
    </>
  )
}
