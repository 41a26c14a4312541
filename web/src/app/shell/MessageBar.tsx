import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Message, messageDuration, messages, useFirstMessage } from '../../api/http/messages.ts'
import { errorWords } from '../../api/session/error-words.ts'
import { NoticeBar } from '../../ui/base/NoticeBar.tsx'
import { AlertIcon, CheckIcon } from '../../ui/icons/base-icons.tsx'
import { useBarHeight } from '../../ui/use-bar-height.ts'
import styles from './MessageBar.module.css'

const useMessageText = (message: Message): string => {
  const { t } = useTranslation(['common', 'error'])
  const { kind, key, params } = message
  return kind === 'error' ? errorWords(t, key, params) : t(key, { ...params, ns: 'common' })
}

const ShownMessage = ({ message }: { message: Message }) => {
  const { t } = useTranslation('buttons')
  const text = useMessageText(message)
  useEffect(() => {
    const timer = window.setTimeout(() => messages.remove(message.id), messageDuration)
    return () => window.clearTimeout(timer)
  }, [message.id])
  const { action } = message
  const close = (): void => messages.remove(message.id)
  const run = (): void => {
    close()
    action?.run()
  }
  const isBad = message.kind === 'error'
  return (
    <NoticeBar
      icon={isBad ? <AlertIcon /> : <CheckIcon />}
      action={action && t(action.label)}
      onAction={run}
      closeLabel={t('closeMessage')}
      onClose={close}
      isBad={isBad}
    >
      {text}
    </NoticeBar>
  )
}

/** The transient message bar of specification §2: bottom centre, one at a time, gone after 5000 ms. */
export const MessageBar = () => {
  const message = useFirstMessage()
  const isError = message?.kind === 'error'
  return (
    <div className={styles.place} ref={useBarHeight('--bar-message')}>
      <div role="alert">{message && isError && <ShownMessage key={message.id} message={message} />}</div>
      <div role="status">{message && !isError && <ShownMessage key={message.id} message={message} />}</div>
    </div>
  )
}
