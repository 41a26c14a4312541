import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError, isTemporary } from '../api/http/api-error.ts'
import { useErrorText } from '../api/session/use-error-text.ts'
import { EmptyState } from '../ui/base/EmptyState.tsx'
import { LinkButton } from '../ui/base/LinkButton.tsx'
import { isMissingPart } from '../ui/base/missing-part.ts'
import { paths } from './paths.ts'
import { StatePage } from './StatePage.tsx'

const kindOf = (error: unknown): 'offline' | 'missing' | 'part' | 'broken' => {
  if (isTemporary(error)) return 'offline'
  if (isMissingPart(error)) return 'part'
  return error instanceof ApiError && error.isMissing ? 'missing' : 'broken'
}

/** What a page shows instead of itself when it cannot be made: what happened, what was kept, what to do. */
export const ErrorPage = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation('common')
  const { textOf } = useErrorText()
  const router = useRouter()
  const kind = kindOf(error)
  const retry = (): void => {
    reset()
    void router.invalidate()
  }
  return (
    <StatePage>
      <EmptyState
        level={1}
        title={t(`errorPage.${kind}.title`)}
        actions={
          <>
            <Button onClick={retry}>{t('errorPage.retry')}</Button>
            <LinkButton to={paths.dashboard} variant="subtle" color="gray">
              {t('notFound.toApp')}
            </LinkButton>
          </>
        }
      >
        {t(`errorPage.${kind}.text`, { error: textOf(error) })}
      </EmptyState>
    </StatePage>
  )
}
