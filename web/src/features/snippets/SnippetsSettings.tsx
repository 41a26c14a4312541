import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Snippet } from '@ulna/contract/snippets/snippets'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import { EditIcon } from '../../ui/icons/other-icons.tsx'
import { PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { SnippetDialog } from './SnippetDialog.tsx'
import styles from './SnippetsSettings.module.css'
import { snippetsQuery, useRemoveSnippet } from './snippets.queries.ts'

/** What is written or removed; a text that is written may be a new one. */
type Asked = { kind: 'write'; snippet: Snippet | undefined } | { kind: 'remove'; snippet: Snippet }
type Ask = (asked: Asked) => void

const RemoveDialog = ({ snippet, onClose }: { snippet: Snippet; onClose: () => void }) => {
  const { t } = useTranslation('snippets')
  const remove = useRemoveSnippet()
  return (
    <ConfirmDialog
      destructive
      title={t('removeTitle', { title: snippet.title })}
      confirmLabel={t('removeConfirm')}
      cancelLabel={t('cancel')}
      closeLabel={t('cancel')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(snippet.id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('removeText')}</p>
    </ConfirmDialog>
  )
}

const SnippetRow = ({ snippet, ask }: { snippet: Snippet; ask: Ask }) => {
  const { t } = useTranslation('snippets')
  const { title, shortcut, text } = snippet
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>
          {title} <span>/{shortcut}</span>
        </p>
        <Hint className={styles.text}>{text}</Hint>
      </div>
      <IconButton label={t('edit', { title })} onClick={() => ask({ kind: 'write', snippet })}>
        <EditIcon />
      </IconButton>
      <IconButton label={t('remove', { title })} onClick={() => ask({ kind: 'remove', snippet })}>
        <CloseIcon />
      </IconButton>
    </li>
  )
}

const SnippetList = ({ snippets, ask }: { snippets: readonly Snippet[]; ask: Ask }) => {
  const { t } = useTranslation('snippets')
  if (snippets.length === 0)
    return (
      <EmptyState plain level={3} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    )
  return (
    <CardList>
      {snippets.map((snippet) => (
        <SnippetRow key={snippet.id} snippet={snippet} ask={ask} />
      ))}
    </CardList>
  )
}

/** The own texts: what they say, and by what they are called up in a record. */
export const SnippetsSettings = () => {
  const { t } = useTranslation(['snippets', 'settings', 'common'])
  const { authUser, authPractice } = usePracticeSession()
  const { data, error, refetch } = useQuery(snippetsQuery(authUser.id, authPractice.id))
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card title={t('settings:navigation.sections.snippets')}>
      <div className={styles.head}>
        <p>{t('lead')}</p>
        <Button leftSection={<PlusIcon />} onClick={() => setAsked({ kind: 'write', snippet: undefined })}>
          {t('add')}
        </Button>
      </div>
      {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} label={t('common:loading')} />}
      {data && <SnippetList snippets={data} ask={setAsked} />}
      {asked?.kind === 'write' && <SnippetDialog snippet={asked.snippet} onClose={close} />}
      {asked?.kind === 'remove' && <RemoveDialog snippet={asked.snippet} onClose={close} />}
    </Card>
  )
}
