import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Draft } from '@ulna/contract/drafts/drafts'
import { limits } from '@ulna/contract/http/text'
import type { RecordRow } from '@ulna/contract/records/records'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { ApiError, isTemporary } from '../../../api/http/api-error.ts'
import { queueInfo } from '../../../api/http/messages.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { FormFrame } from '../../../blocks/form/FormFrame.tsx'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Row } from '../../../ui/base/Row.tsx'
import { TextAreaField } from '../../../ui/fields/TextAreaField.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { DraftStatus } from '../drafts/DraftStatus.tsx'
import { removeDraft } from '../drafts/draft-sender.ts'
import { useRecordDraft } from '../drafts/use-record-draft.ts'
import { ApartNotice } from '../editor/ApartNotice.tsx'
import { draftsQuery, useDraftGone } from '../records.queries.ts'
import type { RecordWords } from '../use-record-words.ts'
import { addendumCopies, addendumKey, addendumText } from './addendum-draft.ts'
import { useAddAddendum } from './history.queries.ts'

const AddendumCopies = lazyPart(() => import('./AddendumCopies.tsx'), 'AddendumCopies', ['writing'])

export interface AddendumFormProps {
  record: RecordRow
  words: RecordWords
  onClose: () => void
}

const Form = ({ record, words, onClose, drafts }: AddendumFormProps & { drafts: readonly Draft[] }) => {
  const { t } = useTranslation(['history', 'record', 'error'])
  const { textOf } = useErrorText()
  const { authUser } = usePracticeSession()
  const { id, ownerId: patientId } = record
  const draftKey = addendumKey(id)
  const draftGone = useDraftGone(patientId)
  const draft = useRecordDraft({
    userId: authUser.id,
    patientId,
    draftKey,
    draft: drafts.find(({ key }) => key === draftKey),
    baseVersion: undefined,
  })
  const [start] = useState({ text: addendumText(draft.restored) })
  const adding = useAddAddendum(record)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

  const forget = async () => {
    await draft.discard()
    draftGone(draftKey)
    // A draft that stays behind is harmless: it is offered again and thrown away then.
    await removeDraft(patientId, draftKey).catch(() => undefined)
    onClose()
  }

  const { frame, values, ...form } = useServerForm({
    stored: undefined,
    startOf: () => start,
    isDraft: true,
    faultsOf: ({ text }) => (text.trim() === '' ? { text: t('error:field_required') } : {}),
    save: ({ values: { text }, keyOf }) => adding.mutateAsync({ text, key: keyOf(text) }),
    onSaved: () => void forget().then(() => queueInfo(t('addenda.added'))),
    problemOf: (error) =>
      error instanceof ApiError && !isTemporary(error) ? textOf(error) : t('record:editor.notSaved'),
  })
  const { text } = values
  const copies = addendumCopies(drafts, id, { copyKey: draft.copyKey, text })

  const write = (next: string) => {
    form.change({ text: next })
    draft.change({ text: next })
  }

  /** Goes on with what the other window wrote. */
  const join = async () => {
    const theirs = await draft.join()
    if (theirs) form.change({ text: addendumText(theirs) })
  }

  return (
    <FormFrame frame={frame} label={t('addenda.add')}>
      {draft.isApart && (
        <ApartNotice onJoin={() => void join()} onKeepMine={() => void draft.overwrite({ text })} />
      )}
      <Optional>
        {copies.length > 0 && (
          <AddendumCopies copies={copies} words={words} present={text} saver={draft.saver} onTake={write} />
        )}
      </Optional>
      <TextAreaField
        {...form.text('text')}
        ref={area}
        label={t('addenda.label')}
        hint={t('addenda.hint')}
        maxLength={limits.recordText}
        // Nothing of what is typed goes into the browser's own records of a session (H6).
        autoComplete="off"
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Row>
        <DraftStatus saver={draft.saver} />
        <Button variant="subtle" color="gray" px={12} onClick={() => void forget()}>
          {t('addenda.discard')}
        </Button>
        <Button type="submit" loading={frame.pending}>
          {t('addenda.save')}
        </Button>
      </Row>
    </FormFrame>
  )
}

/** Waits for what was being typed before; the text is kept on the server as it is typed. */
export const AddendumForm = (props: AddendumFormProps) => {
  const { t } = useTranslation('history')
  const drafts = useQuery(draftsQuery(props.record.ownerId))
  if (drafts.isPending) return <SkeletonRows rows={2} label={t('addenda.label')} />
  return <Form {...props} drafts={drafts.data ?? []} />
}
