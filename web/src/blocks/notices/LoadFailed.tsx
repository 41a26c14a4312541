import { Button } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { ErrorWords } from './error-words.ts'

export interface LoadFailedProps {
  /** What could not be read. */
  title?: string
  /** Why: its words stand below, with the number of a fault of the server. */
  error: unknown
  onRetry: () => void
  /** What that means for what is on show. */
  children?: ReactNode
}

/** Stands where a part of the page could not be read, with the way to read it again. */
export const LoadFailed = ({ title, error, onRetry, children }: LoadFailedProps) => {
  const { t } = useTranslation(['common', 'buttons'])
  const wordsOf = useContext(ErrorWords)
  return (
    <ErrorBanner
      title={title ?? t('couldNotLoad')}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('buttons:retry')}
        </Button>
      }
    >
      {children} {wordsOf(error)}
    </ErrorBanner>
  )
}
