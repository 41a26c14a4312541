import { Button } from '@mantine/core'
import type { RecordRow } from '@ulna/contract/records/records'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormValues } from '../../../blocks/record-form/form/form-values.ts'
import { RecordForm } from '../../../blocks/record-form/form/RecordForm.tsx'
import type { CaseChoice, RecordFormFrame } from '../../../blocks/record-form/form/record-form-frame.ts'
import { Hint } from '../../../ui/base/Hint.tsx'
import { useFetchAhead } from '../../../ui/fetch-ahead.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../ui/icons/base-icons.tsx'
import { EditIcon } from '../../../ui/icons/other-icons.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import { Pill } from '../../../ui/pills/Pill.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { DraftStatus } from '../drafts/DraftStatus.tsx'
import { useArrival } from '../use-arrival.ts'
import type { RecordWords } from '../use-record-words.ts'
import { EditorNotices } from './EditorNotices.tsx'
import {
  CarryForward,
  ConfirmDialog,
  ConflictBanner,
  DraftCopies,
  editorParts,
  NothingNewDialog,
  OtherDayDialog,
} from './editor-parts.ts'
import styles from './RecordEditor.module.css'
import { type RecordEditing, useRecordEditing } from './use-record-editing.ts'

export interface RecordEditorProps extends RecordEditing {
  title: string
  subtitle: string
  words: RecordWords
  cases: readonly CaseChoice[]
  first: RecordRow | undefined
  TextTool: RecordFormFrame['TextTool']
  /** Where body charts are drawn, beside the form. */
  beside: RecordFormFrame['beside']
  /** Stands above the fields: the consent that is missing. */
  notice?: ReactNode
  /** Stands below them: what is missing for what was chosen. */
  choiceNotice?: ReactNode
  onValuesChange?: (values: FormValues) => void
  onClose: () => void
  /** The patient signs what was written, as soon as it is saved; absent where nothing of theirs belongs under it. */
  signing?: { readonly label: string; readonly onSaved: (record: RecordRow) => void } | undefined
}

type Editing = ReturnType<typeof useRecordEditing>

/** Writes one record: the form, its draft on the server, and what happens when somebody else was faster. */
export const RecordEditor = (props: RecordEditorProps) => {
  const { recordClass, words, title, last, first, signing, onValuesChange, onClose } = props
  const { t } = useTranslation('record')
  // The button that was pressed says what comes after saving, whatever is asked in between.
  const isToBeSigned = useRef(false)
  const onSaved = (record: RecordRow) =>
    (isToBeSigned.current && signing ? signing.onSaved : props.onSaved)(record)
  const editing = useRecordEditing({ ...props, onSaved })
  useFetchAhead(true, editorParts)
  const { form, draft, saving, restoredFrom } = editing
  const [asksDiscard, setAsksDiscard] = useState(false)
  const isOfOtherDay = useRef(false)
  const [asksDay, setAsksDay] = useState<FormValues>()
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const theirs = saving.conflict ?? editing.newer

  const discard = async () => {
    await saving.dropDraft()
    onClose()
  }

  return (
    <div className={styles.editor}>
      <EditorHead {...props} toolsRef={setTools} />
      <EditorNotices
        restoredFrom={restoredFrom && words.moment(restoredFrom)}
        isStale={editing.isStale}
        onStartOver={editing.startOver}
        isApart={draft.isApart}
        onJoin={() => void editing.join()}
        onKeepMine={() => void editing.keepMine()}
        problem={saving.problem}
        conflict={
          theirs && (
            <Optional>
              <ConflictBanner
                theirs={theirs}
                recordClass={recordClass}
                words={words}
                onSaveMine={saving.conflict && saving.saveOverTheirs}
                onSeeTheirs={() => void editing.seeTheirs()}
                pending={saving.pending}
              />
            </Optional>
          )
        }
      />
      <RecordForm
        key={form.round}
        label={title}
        recordClass={recordClass}
        startValues={form.values}
        cases={props.cases}
        last={last?.data ?? undefined}
        first={first?.data ?? undefined}
        lastDay={last && words.day(last)}
        TextTool={props.TextTool}
        beside={props.beside}
        startsAtScale={form.round === 0}
        serverErrors={saving.fieldErrors}
        onValuesChange={(values) => {
          editing.note(values)
          draft.change(values)
          onValuesChange?.(values)
        }}
        onSubmit={(data) => {
          if (isOfOtherDay.current) setAsksDay(data)
          else void editing.save(data)
        }}
        before={
          <>
            {props.notice}
            <BeforeFields {...props} editing={editing} tools={tools} />
          </>
        }
        after={
          <AfterFields
            {...props}
            onOtherDay={() => {
              isToBeSigned.current = false
              isOfOtherDay.current = true
            }}
          />
        }
        actions={
          <>
            <DraftStatus saver={draft.saver} />
            <Button variant="subtle" color="gray" px={12} onClick={() => setAsksDiscard(true)}>
              {t('editor.discard')}
            </Button>
            <Button
              type="submit"
              variant={signing ? 'default' : 'filled'}
              loading={saving.pending && !isToBeSigned.current}
              onClick={() => {
                isToBeSigned.current = false
                isOfOtherDay.current = false
              }}
            >
              {t(editing.isReviewed ? 'editor.reviewed' : 'editor.saveAndClose')}
            </Button>
            {signing && (
              <Button
                type="submit"
                leftSection={<EditIcon />}
                loading={saving.pending && isToBeSigned.current}
                onClick={() => {
                  isToBeSigned.current = true
                  isOfOtherDay.current = false
                }}
              >
                {signing.label}
              </Button>
            )}
          </>
        }
      />
      <Optional>
        {editing.nothingNew && last && (
          <NothingNewDialog
            day={words.day(last)}
            onSave={() => editing.decide(true)}
            onCancel={() => editing.decide(false)}
          />
        )}
        {asksDay && (
          <OtherDayDialog
            onSave={(day) => {
              setAsksDay(undefined)
              void editing.save(asksDay, day)
            }}
            onCancel={() => setAsksDay(undefined)}
          />
        )}
        {asksDiscard && (
          <ConfirmDialog
            opened
            title={t('editor.discardTitle')}
            confirmLabel={t('editor.discard')}
            cancelLabel={t('editor.keepWriting')}
            closeLabel={t('editor.keepWriting')}
            destructive
            onConfirm={() => void discard()}
            onCancel={() => setAsksDiscard(false)}
          >
            {t('editor.discardText')}
          </ConfirmDialog>
        )}
      </Optional>
    </div>
  )
}

interface AfterFieldsProps extends Pick<RecordEditorProps, 'choiceNotice' | 'record'> {
  onOtherDay: () => void
}

/**
 * What is missing for what was chosen, and, of a new record, the way to save what was written on paper another day. It is no
 * button of the form: the one that saves is what the Enter key presses.
 */
const AfterFields = ({ choiceNotice, record, onOtherDay }: AfterFieldsProps) => {
  const { t } = useTranslation('record')
  const save = ({ form }: HTMLButtonElement) => {
    onOtherDay()
    form?.requestSubmit()
  }
  return (
    <>
      {choiceNotice}
      {record === undefined && (
        <div className={styles.otherDay}>
          <TextButton onClick={({ currentTarget }) => save(currentTarget)}>{t('editor.otherDay')}</TextButton>
        </div>
      )}
    </>
  )
}

interface EditorHeadProps extends Pick<RecordEditorProps, 'title' | 'subtitle' | 'onClose'> {
  /** The place of what helps to write, in the line below the title. */
  toolsRef: Ref<HTMLDivElement>
}

const EditorHead = ({ title, subtitle, onClose, toolsRef }: EditorHeadProps) => {
  const { t } = useTranslation('record')
  const heading = useRef<HTMLHeadingElement>(null)
  useArrival(heading, false)
  return (
    <header className={styles.head}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <Pill tone="warn">{t('editor.unsigned')}</Pill>
      <IconButton label={t('editor.close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
      <div className={styles.line}>
        <Hint className={styles.subtitle}>{subtitle}</Hint>
        <div ref={toolsRef} className={styles.tools} />
      </div>
    </header>
  )
}

interface BeforeFieldsProps extends Pick<RecordEditorProps, 'words'> {
  editing: Editing
  tools: HTMLElement | null
}

/** What helps to write: other texts of the form, and the visit before. */
const BeforeFields = ({ words, editing, tools }: BeforeFieldsProps) => {
  const { otherTexts, lastVisit, draft } = editing
  return (
    <>
      <Optional>
        {otherTexts.length > 0 && <DraftCopies copies={otherTexts} words={words} saver={draft.saver} />}
      </Optional>
      <Optional>
        {lastVisit && tools && <CarryForward isRestored={draft.restored !== undefined} place={tools} />}
      </Optional>
    </>
  )
}
