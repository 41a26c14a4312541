import { Button } from '@mantine/core'
import type { InvitationOutcome } from '@ulna/contract/practices/practices.members'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/http/api-error.ts'
import { newIdempotencyKey } from '../../../api/http/http-client.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { isLanguage } from '../../../i18n/page-settings.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CheckCircleIcon } from '../../../ui/icons/shared-icons.tsx'
import { InvitationTermsFields } from './InvitationTermsFields.tsx'
import classes from './InviteDialog.module.css'
import {
  complaintsByPlace,
  type InvitationTerms,
  inviteeOf,
  nameOf,
  type Person,
  peopleIn,
  withPeople,
} from './invitees.ts'
import { useInvite } from './members.queries.ts'
import { PeopleField } from './PeopleField.tsx'

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

const Outcomes = ({
  outcomes,
  people,
}: {
  outcomes: readonly InvitationOutcome[]
  people: readonly Person[]
}) => {
  const { t } = useTranslation(['settings', 'practice'])
  return (
    <ul className={classes.outcomes} aria-label={t('members.invite.outcomes')}>
      {outcomes.map((one, index) => {
        const person = people[index]
        return (
          <li key={person ? nameOf(person) : one.email}>
            <CheckCircleIcon />
            <span>
              <strong>{one.email || (person && nameOf(person))}</strong>
              <span className={classes.outcome}>
                {t(`members.invite.outcome.${one.outcome}`, { role: t(`practice:roles.${one.role}`) })}
              </span>
              {one.clinicalAsked && (
                <span className={classes.outcome}>{t('members.invite.outcomeWaits')}</span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Invites one person or several, with one role; afterwards it says what became of each. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('settings')
  const { authPractice } = usePracticeSession()
  const { textOf, entryText } = useErrorText()
  const inviting = useInvite()
  const [people, setPeople] = useState<readonly Person[]>([])
  const [terms, setTerms] = useState<InvitationTerms>({
    role: 'practitioner',
    clinical: true,
    language: isLanguage(authPractice.locale) ? authPractice.locale : currentLanguage(),
  })
  const [asksForPeople, setAsksForPeople] = useState(false)
  const [text, setText] = useState('')
  const [key, setKey] = useState(newIdempotencyKey)
  const outcomes = inviting.data

  const refused = inviting.error !== null && !isAbort(inviting.error) ? inviting.error : undefined
  const complaints = complaintsByPlace(refused instanceof ApiError ? refused.errors : [])
  // Another list is another request; the same one, sent again, must not invite twice.
  const startAnew = (): void => {
    setKey(newIdempotencyKey())
    setAsksForPeople(false)
    inviting.reset()
  }
  const changePeople = (next: readonly Person[]): void => {
    setPeople(next)
    startAnew()
  }
  const addTyped = (typed: readonly Person[]): void => {
    changePeople(withPeople(people, typed))
    setText('')
  }
  const changeTerms = (next: InvitationTerms): void => {
    setTerms(next)
    startAnew()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (inviting.isPending) return
    // An address that stands complete in the field was meant too.
    const typed = peopleIn(text)
    if (typed.length > 0) addTyped(typed)
    const all = withPeople(people, typed)
    if (all.length === 0) return setAsksForPeople(true)
    const sentKey = typed.length > 0 ? newIdempotencyKey() : key
    setKey(sentKey)
    inviting.mutate({ users: all.map((person) => inviteeOf(person, terms)), key: sentKey })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t(outcomes ? 'members.invite.doneTitle' : 'members.invite.title')}
      size={600}
      closeOnClickOutside={false}
      closeOnEscape={people.length === 0 || outcomes !== undefined}
      closeLabel={t('members.cancel')}
    >
      {outcomes ? (
        <>
          <Outcomes outcomes={outcomes} people={people} />
          <div className={classes.actions}>
            <Button variant="default" onClick={() => changePeople([])}>
              {t('members.invite.more')}
            </Button>
            <Button onClick={onClose} data-autofocus>
              {t('members.invite.done')}
            </Button>
          </div>
        </>
      ) : (
        <form onSubmit={submit} noValidate className={classes.form}>
          <PeopleField
            people={people}
            text={text}
            onText={setText}
            problemOf={(index) => {
              const complaint = complaints.get(index)
              return complaint && entryText(complaint)
            }}
            error={asksForPeople ? t('members.invite.nobody') : undefined}
            onChange={changePeople}
          />
          <InvitationTermsFields terms={terms} onChange={changeTerms} />
          <div className={classes.actions}>
            {refused !== undefined && complaints.size === 0 && (
              <p className={classes.problem} role="alert">
                {textOf(refused)}
              </p>
            )}
            <Button variant="default" onClick={onClose}>
              {t('members.cancel')}
            </Button>
            {/* The field keeps the focus: leaving it would move this button away from under the pointer. */}
            <Button
              type="submit"
              loading={inviting.isPending}
              onMouseDown={(event) => event.preventDefault()}
            >
              {t('members.invite.submit', { count: people.length })}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
