import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Message, messageDuration, messages, useFirstMessage } from '../../api/http/messages.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { AlertIcon, CheckIcon, CloseIcon } from '../../ui/icons/base-icons.tsx'
import styles from './MessageBar.module.css'

const useMessageText = (message: Message): string => {
  const { t } = useTranslation(['common', 'error'])
  const ns = message.kind === 'error' ? 'error' : 'common'
  // A text that is no key of ours (an error's own text) is shown as it is.
  return t(message.key, { ...message.params, ns, nsSeparator: false, defaultValue: message.key })
}

const ShownMessage = ({ message }: { message: Message }) => {
  const { t } = useTranslation('buttons')
  const text = useMessageText(message)
  useEffect(() => {
    const timer = window.setTimeout(() => messages.remove(message.id), messageDuration)
    return () => window.clearTimeout(timer)
  }, [message.id])
  const { action } = message
  const run = (): void => {
    messages.remove(message.id)
    action?.run()
  }
  return (
    <div className={classNames(styles.bar, message.kind === 'error' && styles.error)}>
      {message.kind === 'error' ? <AlertIcon /> : <CheckIcon />}
      <span className={styles.text}>{text}</span>
      {action && (
        <button type="button" className={styles.action} onClick={run}>
          {t(action.label)}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={t('closeMessage')}
        onClick={() => messages.remove(message.id)}
      >
        <CloseIcon size={16} />
      </button>
    </div>
  )
}

/** The transient message bar of specification §2: bottom centre, one at a time, gone after 5000 ms. */
export const MessageBar = () => {
  const message = useFirstMessage()
  const isError = message?.kind === 'error'
  return (
    <div className={styles.place}>
      <div role="alert">{message && isError && <ShownMessage key={message.id} message={message} />}</div>
      <div role="status">{message && !isError && <ShownMessage key={message.id} message={message} />}</div>
    </div>
  )
}
