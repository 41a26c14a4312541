import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { solvedCaptcha } from '../../api/captcha/captcha.ts'
import { newIdempotencyKey } from '../../api/http/http-client.ts'
import { call } from '../../api/session/client.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { AlertIcon } from '../../ui/icons/base-icons.tsx'
import { CheckCircleIcon } from '../../ui/icons/shared-icons.tsx'
import styles from './ContactForm.module.css'
import { createContactSender } from './contact-sender.ts'
import {
  type ContactField,
  type ContactValues,
  contactFields,
  contactLimits,
  faultsOf,
  readContactForm,
} from './contact-values.ts'

const sendContact = createContactSender({ call, solvedCaptcha, newKey: newIdempotencyKey })

type Problems = Readonly<Partial<Record<ContactField, string>>>

/** What went wrong, in words: beside the fields, and as a whole. */
interface Refusal {
  readonly fields: Problems
  readonly whole: string
}

const nothingWrong: Refusal = { fields: {}, whole: '' }

/** Words for what the contract refuses before sending, and for what the server refuses. */
const useRefusals = () => {
  const { t } = useTranslation('error')
  const { textOf, fieldTextsOf } = useErrorText()
  return {
    local: (values: ContactValues): Problems =>
      Object.fromEntries(
        Object.entries(faultsOf(values)).map(([field, { key, params }]) => [field, t(key, { ...params })]),
      ),
    ofServer: (error: unknown): Refusal => {
      const told = fieldTextsOf(error)
      const fields = Object.fromEntries(
        contactFields.flatMap((field) => (told[field] === undefined ? [] : [[field, told[field]]])),
      )
      return Object.keys(fields).length > 0 ? { fields, whole: '' } : { fields: {}, whole: textOf(error) }
    },
  }
}

const Summary = ({ refusal }: { refusal: Refusal }) => {
  const { t } = useTranslation('home')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal !== nothingWrong) box.current?.focus()
  }, [refusal])
  const wrong = contactFields.filter((field) => refusal.fields[field] !== undefined)
  if (refusal === nothingWrong) return null
  return (
    <div className={calloutClass('bad', styles.summary)} role="alert" tabIndex={-1} ref={box}>
      <AlertIcon />
      <div>
        <strong>
          {wrong.length > 0 ? t('contact.faults', { count: wrong.length }) : t('contact.failed')}
        </strong>
        {wrong.length === 0 && <p>{refusal.whole}</p>}
        <ul>
          {wrong.map((field) => (
            <li key={field}>
              <button
                type="button"
                onClick={(event) => {
                  const form = event.currentTarget.closest('form')
                  form?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
                }}
              >
                {t(`contact.${field}`)}
              </button>
              : {refusal.fields[field]}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const Sent = ({ values, onAgain }: { values: ContactValues; onAgain: () => void }) => {
  const { t } = useTranslation('home')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={styles.card} role="status">
      <span className={styles.sentIcon}>
        <CheckCircleIcon size={32} />
      </span>
      <h3 ref={title} tabIndex={-1}>
        {t('contact.sent.title')}
      </h3>
      <p>{t('contact.sent.text', { name: values.name.trim(), email: values.email.trim() })}</p>
      <div>
        <Button variant="default" onClick={onAgain}>
          {t('contact.sent.again')}
        </Button>
      </div>
    </div>
  )
}

/** A message to whoever runs this installation. What was typed stays until it has arrived. */
export const ContactForm = () => {
  const { t } = useTranslation('home')
  const [refusal, setRefusal] = useState(nothingWrong)
  const [pending, setPending] = useState(false)
  const [sent, setSent] = useState<ContactValues | null>(null)
  const refusals = useRefusals()

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const values = readContactForm(event.currentTarget)
    const fields = refusals.local(values)
    if (Object.keys(fields).length > 0) return setRefusal({ fields, whole: '' })
    setPending(true)
    setRefusal(nothingWrong)
    try {
      await sendContact({ ...values, language: currentLanguage() })
      setSent(values)
    } catch (error) {
      setRefusal(refusals.ofServer(error))
    } finally {
      setPending(false)
    }
  }

  const field = (name: ContactField, isRequired: boolean) => ({
    name,
    label: isRequired ? t(`contact.${name}`) : `${t(`contact.${name}`)} (${t('contact.optional')})`,
    error: refusal.fields[name],
    required: isRequired,
    maxLength: contactLimits[name],
  })

  if (sent) return <Sent values={sent} onAgain={() => setSent(null)} />
  return (
    <form
      className={styles.card}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={t('nav.contact')}
    >
      <Summary refusal={refusal} />
      <div className={styles.fields}>
        <TextField {...field('name', true)} autoComplete="name" />
        <TextField {...field('email', true)} type="email" autoComplete="email" />
        <TextField {...field('phone', false)} type="tel" autoComplete="tel" />
        <TextField {...field('practiceName', false)} autoComplete="organization" />
        <TextAreaField {...field('message', true)} className={styles.full} />
      </div>
      <div className={styles.send}>
        <p className={styles.use}>
          {t('contact.use')} <Link to="/privacy-policy">{t('contact.policy')}</Link>
        </p>
        <Button type="submit" size="lg" loading={pending}>
          {t('contact.submit')}
        </Button>
      </div>
    </form>
  )
}
