import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../../api/http/api-error.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { FieldPair } from '../../../ui/base/FieldPair.tsx'
import { FormActions } from '../../../ui/base/FormActions.tsx'
import { Problem } from '../../../ui/base/Problem.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { CardBody } from '../../../ui/CardBody.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { NewPasswordField } from '../NewPasswordField.tsx'
import { CodeStep } from '../second-step/CodeStep.tsx'
import { useChangePassword } from '../security.queries.ts'
import { useTypedForm } from '../sign-in/typed-faults.ts'
import styles from './AccountSettings.module.css'

/** The code of the second factor is asked for, or was wrong: what was typed before it is kept. */
const isAboutCode = (error: unknown): boolean => hasKey(error, 'second_factor_required', 'invalid_code')

const useProblems = (error: unknown) => {
  const { textOf, fieldTextsOf } = useErrorText()
  const fields = fieldTextsOf(error)
  if (hasKey(error, 'password_mismatch')) return { current: textOf(error) }
  if (hasKey(error, 'password_common')) return { next: textOf(error) }
  if (fields.password) return { next: fields.password }
  if (isAboutCode(error)) return {}
  return { form: error === null ? '' : textOf(error) }
}

/** Another password; somebody who signs in without one gets their first. */
export const PasswordSection = ({ hasPassword }: { hasPassword: boolean }) => {
  const { t } = useTranslation(['settings', 'auth'])
  const { authUser } = usePracticeSession()
  const change = useChangePassword()
  const { faults, isComplete, forget } = useTypedForm()
  const [ended, setEnded] = useState<number | null>(null)
  const [kept, setKept] = useState<{ currentPassword?: string; password: string } | null>(null)
  const problems: { current?: string; next?: string; form?: string } = useProblems(change.error)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    if (!isComplete(form)) return
    const data = new FormData(form)
    const current = hasPassword ? { currentPassword: String(data.get('currentPassword') ?? '') } : {}
    const given = kept ?? { ...current, password: String(data.get('password') ?? '') }
    setEnded(null)
    change.mutate(kept ? { ...kept, code: String(data.get('code') ?? '') } : given, {
      onSuccess: (count) => {
        form.reset()
        setKept(null)
        setEnded(count)
      },
      onError: (error) => setKept(isAboutCode(error) ? given : null),
    })
  }
  const startOver = (): void => {
    setKept(null)
    change.reset()
  }
  return (
    <Card
      title={t('security.password.title')}
      lead={t(hasPassword ? 'security.password.lead' : 'security.password.noneYet')}
    >
      <CardBody>
        <form
          className={stackClass(20)}
          onSubmit={submit}
          onInput={forget}
          noValidate
          aria-label={t('security.password.title')}
        >
          <input type="text" autoComplete="username" value={authUser.username} readOnly hidden />
          <div hidden={kept !== null}>
            <FieldPair>
              {hasPassword && (
                <PasswordField
                  name="currentPassword"
                  label={t('security.password.current')}
                  autoComplete="current-password"
                  required
                  maxLength={1000}
                  showLabel={t('auth:showPassword')}
                  hideLabel={t('auth:hidePassword')}
                  error={faults.currentPassword ?? problems.current}
                />
              )}
              <NewPasswordField label={t('auth:newPassword')} error={faults.password ?? problems.next} />
            </FieldPair>
          </div>
          {kept && <CodeStep state={{ error: change.error, startOver }} fault={faults.code} />}
          {problems.form && <Problem>{problems.form}</Problem>}
          <FormActions>
            <span role="status" className={styles.done}>
              {ended !== null && t('security.password.changed', { count: ended })}
            </span>
            <Button type="submit" loading={change.isPending}>
              {t('security.password.submit')}
            </Button>
          </FormActions>
        </form>
      </CardBody>
    </Card>
  )
}
