import { Button } from '@mantine/core'
import type { InvitationOutcome } from '@ulna/contract/practices/practices.members'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { FormDialog } from '../../../blocks/form/FormDialog.tsx'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { isLanguage } from '../../../i18n/page-settings.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { FormActions } from '../../../ui/base/FormActions.tsx'
import { hintClass } from '../../../ui/base/Hint.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CheckCircleIcon } from '../../../ui/icons/shared-icons.tsx'
import { InvitationTermsFields } from './InvitationTermsFields.tsx'
import styles from './InviteDialog.module.css'
import {
  complaintsByPlace,
  type InvitationTerms,
  type InvitationValues,
  inviteeOf,
  nameOf,
  type Person,
  withTyped,
} from './invitees.ts'
import { useInvite } from './members.queries.ts'
import { PeopleField } from './PeopleField.tsx'

interface Sent {
  readonly outcomes: readonly InvitationOutcome[]
  readonly people: readonly Person[]
  readonly terms: InvitationTerms
}

const Outcomes = ({ outcomes, people }: Sent) => {
  const { t } = useTranslation(['settings', 'practice'])
  return (
    <ul className={styles.outcomes} aria-label={t('members.invite.outcomes')}>
      {outcomes.map((one, index) => {
        const person = people[index]
        return (
          <li key={person ? nameOf(person) : one.email}>
            <CheckCircleIcon />
            <span>
              <strong>{one.email || (person && nameOf(person))}</strong>
              <span className={classNames(styles.outcome, hintClass)}>
                {t(`members.invite.outcome.${one.outcome}`, { role: t(`practice:roles.${one.role}`) })}
              </span>
              {one.clinicalAsked && (
                <span className={classNames(styles.outcome, hintClass)}>
                  {t('members.invite.outcomeWaits')}
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

interface InviteFormProps {
  /** Which role, rights and language are proposed. */
  usual: InvitationTerms
  onSent: (sent: Sent) => void
  onClose: () => void
}

const InviteForm = ({ usual, onSent, onClose }: InviteFormProps) => {
  const { t } = useTranslation('settings')
  const { entryText } = useErrorText()
  const { mutateAsync } = useInvite()
  const { frame, values, faults, change } = useServerForm({
    stored: undefined,
    startOf: (): InvitationValues => ({ people: [], terms: usual, text: '' }),
    tidy: withTyped,
    faultsOf: (typed) => (withTyped(typed).people.length > 0 ? {} : { people: t('members.invite.nobody') }),
    faultsIn: ({ errors }) => {
      const complaints = [...complaintsByPlace(errors)]
      if (complaints.length === 0) return undefined
      return Object.fromEntries(complaints.map(([at, entry]) => [`people.${at}`, entryText(entry)]))
    },
    save: async ({ values: { people, terms }, keyOf }): Promise<Sent> => {
      const users = people.map((person) => inviteeOf(person, terms))
      return { outcomes: await mutateAsync({ users, key: keyOf(users) }), people, terms }
    },
    onSaved: onSent,
  })
  const { people, text, terms } = values
  return (
    <FormDialog
      frame={frame}
      title={t('members.invite.title')}
      size={600}
      saveLabel={t('members.invite.submit', { count: people.length })}
      keepsFocus
      onClose={onClose}
    >
      <PeopleField
        people={people}
        text={text}
        onText={(typed) => change({ text: typed })}
        problemOf={(index) => faults[`people.${index}`]}
        error={faults.people}
        onChange={(next) => change({ people: next })}
      />
      <InvitationTermsFields terms={terms} onChange={(next) => change({ terms: next })} />
    </FormDialog>
  )
}

/** Invites one person or several, with one role; afterwards it says what became of each. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('settings')
  const { locale } = usePracticeSession().authPractice
  const [sent, setSent] = useState<Sent>()
  const [usual, setUsual] = useState<InvitationTerms>({
    role: 'practitioner',
    clinical: true,
    language: isLanguage(locale) ? locale : currentLanguage(),
  })
  if (!sent) return <InviteForm usual={usual} onSent={setSent} onClose={onClose} />
  const inviteMore = () => {
    setUsual(sent.terms)
    setSent(undefined)
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('members.invite.doneTitle')}
      size={600}
      closeOnClickOutside={false}
      closeLabel={t('members.cancel')}
    >
      <Outcomes {...sent} />
      <FormActions sticky>
        <Button variant="default" onClick={inviteMore}>
          {t('members.invite.more')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t('members.invite.done')}
        </Button>
      </FormActions>
    </Dialog>
  )
}
