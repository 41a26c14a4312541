import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { FormError } from '../FormError.tsx'
import { securityQuery } from '../security.queries.ts'
import classes from './AccountSheets.module.css'
import { ConflictNotice } from './ConflictNotice.tsx'
import { changeOfUser } from './own-change.ts'
import { useOwnForm } from './use-own-form.ts'

const PendingAddress = () => {
  const { t } = useTranslation('settings')
  const { data } = useQuery({ ...securityQuery, meta: { showsOwnErrors: true } })
  if (!data?.pendingEmail) return null
  return (
    <div className={classes.notice} role="status">
      <p>{t('account.pendingEmail', { email: data.pendingEmail })}</p>
    </div>
  )
}

/** With what one signs in. Another address counts once the link that is mailed to it was opened. */
export const AccountSheet = () => {
  const { t } = useTranslation(['settings', 'user'])
  const { authUser } = usePracticeSession()
  const form = useOwnForm()
  const errorOf = (name: string) => (form.problems[name] ? { error: form.problems[name] } : {})
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const typed = { username: String(data.get('username') ?? ''), email: String(data.get('email') ?? '') }
    form.save(changeOfUser(typed, authUser))
  }
  return (
    <Sheet title={t('account.title')}>
      <form
        ref={form.form}
        className={classes.body}
        onInput={form.onInput}
        onSubmit={submit}
        aria-label={t('account.title')}
      >
        {form.isConflict && <ConflictNotice onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine} />}
        <div className={classes.fields}>
          <TextField
            name="username"
            label={t('user:username')}
            hint={t('account.usernameHint')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            minLength={3}
            maxLength={254}
            defaultValue={authUser.username}
            {...errorOf('username')}
          />
          <TextField
            name="email"
            type="email"
            label={t('user:email')}
            hint={t('account.emailHint')}
            autoComplete="email"
            required
            maxLength={254}
            defaultValue={authUser.email}
            {...errorOf('email')}
          />
        </div>
        <PendingAddress />
        {form.problem !== '' && <FormError>{form.problem}</FormError>}
        <div className={classNames(classes.actions, classes.end)}>
          <Button type="submit" loading={form.pending}>
            {t('account.save')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
