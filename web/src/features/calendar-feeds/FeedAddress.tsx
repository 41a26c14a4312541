import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../api/use-copy.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { Row } from '../../ui/base/Row.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { TextField } from '../../ui/base/TextField.tsx'

/** The address, once: to copy into a calendar program. */
export const FeedAddress = ({ url }: { url: string }) => {
  const { t } = useTranslation('settings')
  const { copy, isCopied } = useCopy()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className={calloutClass('warn', stackClass(8))}>
      <TextField
        ref={field}
        readOnly
        label={t('feed.address')}
        hint={t('feed.once')}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Row>
        <Button onClick={() => void copy(url)}>{t(isCopied ? 'security.copied' : 'security.copy')}</Button>
      </Row>
    </div>
  )
}
