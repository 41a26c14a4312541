import { Button } from '@mantine/core'
import { type ShortCodeStanding, shortCodeLimits } from '@ulna/contract/accounts/accounts.short-code'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasKey } from '../../../api/http/api-error.ts'
import { stackClass } from '../../../ui/base/stack.ts'
import { ShortCodeField } from './ShortCodeField.tsx'

export interface ShortCodeFormProps {
  send: (code: string) => Promise<object>
  /** The code was right: the call answers, or fails by something else. */
  onTaken: (answer: Promise<object>) => void
  /** No code is taken any more, for this reason. */
  onRefused: (standing: ShortCodeStanding) => void
  /** The person would rather give password or passkey. */
  onProof: () => void
  onCancel: () => void
}

const paramOf = (error: unknown, name: string): unknown =>
  error instanceof ApiError ? error.errors[0]?.params?.[name] : undefined

const isRefusal = (error: unknown): boolean =>
  hasKey(error, 'invalid_code') || hasKey(error, 'reauth_required')

/** What a code is worth after it was refused; undefined while others may be tried. */
const standingAfter = (error: unknown): ShortCodeStanding | undefined => {
  if (hasKey(error, 'reauth_required'))
    return (paramOf(error, 'shortCode') as ShortCodeStanding | undefined) ?? 'none'
  return paramOf(error, 'left') === 0 ? 'blocked' : undefined
}

/** The short code in the place of a proof: it is sent with its last digit. */
export const ShortCodeForm = ({ send, onTaken, onRefused, onProof, onCancel }: ShortCodeFormProps) => {
  const { t } = useTranslation(['signatures', 'auth'])
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  const refuse = (error: unknown): void => {
    const standing = standingAfter(error)
    if (standing) onRefused(standing)
    setCode('')
    const left = Number(paramOf(error, 'left'))
    setProblem(t('handing.wrong', { left }))
    field.current?.focus()
  }
  const attempt = async (given: string): Promise<void> => {
    setPending(true)
    const sending = send(given)
    const refusal = await sending.then(
      () => undefined,
      (error: unknown) => (isRefusal(error) ? error : undefined),
    )
    setPending(false)
    if (refusal === undefined) onTaken(sending)
    else refuse(refusal)
  }
  const change = (typed: string): void => {
    setCode(typed)
    setProblem(undefined)
    if (typed.length === shortCodeLimits.digits && !isPending) void attempt(typed)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setProblem(t('handing.short'))
    field.current?.focus()
  }
  return (
    <form className={stackClass(16)} onSubmit={submit} noValidate aria-label={t('handing.ready')}>
      <ShortCodeField
        inputRef={field}
        isHidden
        label={t('handing.code')}
        value={code}
        error={problem}
        onChange={change}
      />
      <Button type="submit" size="lg" fullWidth loading={isPending}>
        {t('auth:confirm.submit')}
      </Button>
      <Button variant="default" fullWidth onClick={onProof}>
        {t('handing.other')}
      </Button>
      <Button variant="subtle" color="gray" fullWidth onClick={onCancel}>
        {t('handing.cancel')}
      </Button>
    </form>
  )
}
