import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Draft } from '@ulna/contract/drafts'
import { limits } from '@ulna/contract/http/text'
import type { RecordRow } from '@ulna/contract/records'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isTemporary } from '../../../api/api-error.ts'
import { newIdempotencyKey } from '../../../api/http-client.ts'
import { queueInfo } from '../../../api/messages.ts'
import { usePracticeSession } from '../../../api/session.ts'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { DraftStatus } from '../DraftStatus.tsx'
import { removeDraft } from '../draft-sender.ts'
import { draftsQuery, useDraftGone } from '../records.queries.ts'
import { useRecordDraft } from '../use-record-draft.ts'
import { useAddAddendum } from './history.queries.ts'
import styles from './RecordTrail.module.css'

export interface AddendumFormProps {
  record: RecordRow
  onClose: () => void
}

const textOf = (values: Record<string, unknown> | undefined): string =>
  typeof values?.text === 'string' ? values.text : ''

const Form = ({ record, onClose, kept }: AddendumFormProps & { kept: Draft | undefined }) => {
  const { t } = useTranslation(['history', 'record', 'error', 'buttons'])
  const { authUser } = usePracticeSession()
  const { id, ownerId: patientId } = record
  const draftKey = `addendum:${id}`
  const draftGone = useDraftGone(patientId)
  const draft = useRecordDraft({
    userId: authUser.id,
    patientId,
    draftKey,
    draft: kept,
    baseVersion: undefined,
  })
  const [text, setText] = useState(textOf(draft.restored))
  const attempt = useRef({ text: '', key: '' })
  const [problem, setProblem] = useState<string>()
  const adding = useAddAddendum(record)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

  const forget = async () => {
    await draft.discard()
    draftGone(draftKey)
    // A draft that stays behind is harmless: it is offered again and thrown away then.
    await removeDraft(patientId, draftKey).catch(() => undefined)
  }

  const problemOf = (error: unknown): string => {
    if (!(error instanceof ApiError) || isTemporary(error)) return t('record:editor.notSaved')
    const [field] = error.fieldErrors
    return field ? t(`error:${field.message}`, { ...field.params }) : t(`error:${error.key}`)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') {
      setProblem(t('error:field_required'))
      area.current?.focus()
      return
    }
    setProblem(undefined)
    // Sent again as it is, it is the same addendum; another text is another one, and its key would be refused.
    if (attempt.current.text !== text) attempt.current = { text, key: newIdempotencyKey() }
    try {
      await adding.mutateAsync(attempt.current)
    } catch (error) {
      setProblem(problemOf(error))
      return
    }
    await forget()
    queueInfo(t('addenda.added'))
    onClose()
  }

  return (
    // Nothing of what is typed goes into the browser's own records of a session (H6).
    <form className={styles.form} autoComplete="off" onSubmit={(event) => void submit(event)}>
      <TextAreaField
        ref={area}
        label={t('addenda.label')}
        hint={t('addenda.hint')}
        error={problem}
        maxLength={limits.recordText}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          draft.change({ text: event.currentTarget.value })
        }}
      />
      <div className={styles.actions}>
        <DraftStatus state={draft.state} />
        <Button variant="subtle" color="gray" px={12} onClick={() => void forget().then(onClose)}>
          {t('addenda.discard')}
        </Button>
        <Button type="submit" loading={adding.isPending}>
          {t('addenda.save')}
        </Button>
      </div>
    </form>
  )
}

/** Waits for what was being typed before; the text is kept on the server as it is typed. */
export const AddendumForm = (props: AddendumFormProps) => {
  const { t } = useTranslation('history')
  const drafts = useQuery(draftsQuery(props.record.ownerId))
  if (drafts.isPending) return <SkeletonRows rows={2} label={t('addenda.label')} />
  return <Form {...props} kept={drafts.data?.find(({ key }) => key === `addendum:${props.record.id}`)} />
}
