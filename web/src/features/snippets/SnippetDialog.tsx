import { Button } from '@mantine/core'
import { limits } from '@ulna/contract/http/text'
import type { Snippet } from '@ulna/contract/snippets'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isTemporary } from '../../api/api-error.ts'
import { createKeyOfBody } from '../../api/key-of-body.ts'
import { useErrorText } from '../../api/use-error-text.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './SnippetsSettings.module.css'
import { useSaveSnippet } from './snippets.queries.ts'

interface Faults {
  readonly fields: Readonly<Record<string, string>>
  readonly problem: string | undefined
}

const noFaults: Faults = { fields: {}, problem: undefined }

/** What is wrong, by field or as a whole, in words. */
const useFaultWords = () => {
  const { t } = useTranslation(['snippets', 'error'])
  const { fieldTextsOf, entryText } = useErrorText()
  return (error: unknown): Faults => {
    if (!(error instanceof ApiError) || isTemporary(error))
      return { ...noFaults, problem: t('error:service_unavailable') }
    if (error.key === 'already_exists') return { ...noFaults, fields: { shortcut: t('taken') } }
    if (error.key === 'version_conflict') return { ...noFaults, problem: t('changedMeanwhile') }
    const fields = fieldTextsOf(error)
    const [entry] = error.errors
    if (Object.keys(fields).length > 0 || !entry) return { ...noFaults, fields }
    return { ...noFaults, problem: entryText(entry) }
  }
}

const versionOf = (error: unknown): number | undefined => {
  const current: unknown = error instanceof ApiError ? error.metadata.current : undefined
  return typeof current === 'object' && current !== null ? Number(Reflect.get(current, 'version')) : undefined
}

const useSaving = (snippet: Snippet | undefined, onSaved: () => void) => {
  const saving = useSaveSnippet()
  const wordsOf = useFaultWords()
  const [faults, setFaults] = useState(noFaults)
  const [keyOf] = useState(() => createKeyOfBody())
  const seen = useRef(snippet?.version)
  const save = async (input: { shortcut: string; title: string; text: string }) => {
    setFaults(noFaults)
    const known = snippet && { id: snippet.id, version: seen.current ?? snippet.version }
    try {
      await saving.mutateAsync({ snippet: known, input, idempotencyKey: keyOf(input) })
      onSaved()
    } catch (error) {
      seen.current = versionOf(error) ?? seen.current
      setFaults(wordsOf(error))
    }
  }
  return { save, faults, isPending: saving.isPending }
}

export interface SnippetDialogProps {
  /** Undefined: a new one. */
  snippet: Snippet | undefined
  onClose: () => void
}

/** Writes one own text. */
export const SnippetDialog = ({ snippet, onClose }: SnippetDialogProps) => {
  const { t } = useTranslation('snippets')
  const [values, setValues] = useState({ shortcut: '', title: '', text: '', ...snippet })
  const { save, faults, isPending } = useSaving(snippet, onClose)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faults !== noFaults) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { shortcut, title, text } = values
    if (!isPending) void save({ shortcut, title, text })
  }
  const field = (name: 'shortcut' | 'title' | 'text') => ({
    label: t(name),
    value: values[name],
    error: faults.fields[name],
    required: true,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })

  return (
    <WideDialog
      title={snippet ? t('change', { title: snippet.title }) : t('new')}
      closeLabel={t('cancel')}
      onClose={onClose}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        {faults.problem && <ErrorBanner title={faults.problem} />}
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
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </WideDialog>
  )
}
