import { limits } from '@ulna/contract/http/text'
import type { Snippet } from '@ulna/contract/snippets/snippets'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { useSaveSnippet } from './snippets.queries.ts'

export interface SnippetDialogProps {
  /** What is changed; undefined for a new text. */
  snippet: Snippet | undefined
  onClose: () => void
}

const startOf = (stored: Snippet | undefined) => ({
  title: stored?.title ?? '',
  shortcut: stored?.shortcut ?? '',
  text: stored?.text ?? '',
})

/** Writes one own text. */
export const SnippetDialog = ({ snippet, onClose }: SnippetDialogProps) => {
  const { t } = useTranslation('snippets')
  const { mutateAsync } = useSaveSnippet()
  const { frame, text, conflict } = useServerForm({
    stored: snippet,
    startOf,
    save: ({ values, stored, keyOf }) =>
      mutateAsync({ snippet: stored, input: values, idempotencyKey: keyOf(values) }),
    onSaved: onClose,
    faultsIn: ({ key }) => (key === 'already_exists' ? { shortcut: t('taken') } : undefined),
  })
  const theirs = conflict && {
    by: 'self' as const,
    changes: conflict.changed.map((name) => ({ label: t(name), now: conflict.theirs[name] })),
  }
  const field = (name: 'title' | 'shortcut' | 'text') => ({ ...text(name), label: t(name), required: true })
  return (
    <FormDialog
      frame={frame}
      conflict={theirs}
      title={snippet ? t('change', { title: snippet.title }) : t('new')}
      saveLabel={t('save')}
      onClose={onClose}
    >
      <TextField {...field('title')} maxLength={limits.name} autoComplete="off" data-autofocus />
      <TextField
        {...field('shortcut')}
        hint={t('shortcutHint')}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextAreaField {...field('text')} rows={8} maxLength={limits.note} />
    </FormDialog>
  )
}
