import { useMediaQuery } from '@mantine/hooks'
import { neededConsents } from '@ulna/contract/record-class/record-class.consents'
import { initialData, isInForm, valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import type { RecordRow } from '@ulna/contract/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { RecordEditor, type RecordEditorProps } from '../../../features/records/editor/RecordEditor.tsx'
import {
  type Numbered,
  nextFollowUpNumber,
  usePainPoints,
} from '../../../features/records/patient-file-words.ts'
import type { PatientFile } from '../../../features/records/records.queries.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import styles from './PatientFile.module.css'
import { useSignWithPatient } from './use-sign-with-patient.ts'

// Where there is a curve to show.
const PainChart = lazyPart(() => import('../../../blocks/charts/PainChart.tsx'), 'PainChart')

const SnippetTool = lazyPart(() => import('../../../features/snippets/SnippetTool.tsx'), 'SnippetTool', [
  'writing',
])

const NeededConsent = lazyPart(() => import('./file/NeededConsent.tsx'), 'NeededConsent', ['consents'])

export interface WritingPanelProps
  extends Omit<
    RecordEditorProps,
    'onValuesChange' | 'TextTool' | 'beside' | 'notice' | 'choiceNotice' | 'signing'
  > {
  patientFile: Numbered & Pick<PatientFile, 'patient'>
  /** Case of a follow-up. */
  caseId: number | undefined
  onChooseCase: (caseId: number) => void
}

/** The consents that the form needs as it is filled in, and how it is told what stands there now. */
const useNeededConsents = ({
  recordClass,
  draft,
  record,
}: Pick<RecordEditorProps, 'recordClass' | 'draft' | 'record'>) => {
  const [needed, setNeeded] = useState(() =>
    neededConsents(recordClass, { ...initialData(recordClass), ...(draft?.data ?? record?.data) }),
  )
  const note = (values: Record<string, unknown>): void => {
    const now = neededConsents(recordClass, values)
    // The same list as before draws nothing anew.
    setNeeded((before) => (before.join() === now.join() ? before : now))
  }
  return [needed, note] as const
}

const hasChart = (recordClass: RecordEditorProps['recordClass']): boolean =>
  valueFieldsOf(recordClass).some((flat) => flat.field.type === 'body_chart' && isInForm(flat))

/** Where there is a column for what stands beside the form. */
const useIsWide = (): boolean =>
  useMediaQuery('(min-width: 69em)', false, { getInitialValueInEffect: false }) ?? false

/** The form, and beside it the body and the pain curve that grows while today's level is chosen. */
export const WritingPanel = ({ patientFile, caseId, onChooseCase, ...editor }: WritingPanelProps) => {
  const { t } = useTranslation('record')
  // What it was when writing began: a record whose answer was lost is told of as if a colleague had written it.
  const [{ last, first }] = useState({ last: editor.last, first: editor.first })
  const dates = useDates()
  const painOf = (values: Record<string, unknown> | undefined) => {
    const level = values?.painIntensity
    return typeof level === 'number' ? level : undefined
  }
  const [level, setLevel] = useState(painOf(editor.record?.data ?? editor.draft?.data))
  const points = usePainPoints(patientFile.records, editor.words)
  const before = caseId === undefined ? [] : points.ofCase(caseId)
  const isNew = editor.target.kind === 'new'
  const { recordClass, patientId } = editor
  const [needed, noteNeeded] = useNeededConsents(editor)
  const ofChoices = needed.filter((id) => id !== recordClass.needsConsent)
  const today = { label: String(nextFollowUpNumber(patientFile, caseId)), day: dates.day(dates.today()) }
  const curve = isNew && level !== undefined ? [...before, { ...today, level }] : before
  const { patient } = patientFile
  const { authDoctor } = usePracticeSession()
  const { sign } = useSignWithPatient(patient)
  const isOwn = editor.record === undefined || editor.record.authorId === authDoctor?.id
  const saveAndSign = (record: RecordRow): void => {
    editor.onSaved(record)
    sign(record)
  }
  const drawsBeside = useIsWide() && hasChart(recordClass)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const beside = drawsBeside ? place : undefined
  const isChoice = isNew && caseId !== undefined && editor.cases.length > 1

  return (
    <>
      <Card className={styles.open}>
        {isChoice && (
          <div className={styles.caseChoice}>
            <SelectField
              label={t('editor.chooseCase')}
              value={String(caseId)}
              onChange={(event) => onChooseCase(Number(event.currentTarget.value))}
              options={editor.cases.map((one) => ({ value: String(one.id), label: one.name }))}
            />
          </div>
        )}
        <RecordEditor
          {...editor}
          signing={
            isOwn
              ? { label: t('editor.signWith', { name: patient.firstName }), onSaved: saveAndSign }
              : undefined
          }
          last={last}
          first={first}
          TextTool={SnippetTool}
          beside={beside}
          notice={
            <Optional>
              {recordClass.needsConsent && (
                <NeededConsent patientId={patientId} classId={recordClass.needsConsent} />
              )}
            </Optional>
          }
          choiceNotice={
            <Optional>
              {ofChoices.map((id) => (
                <NeededConsent key={id} patientId={patientId} classId={id} />
              ))}
            </Optional>
          }
          onValuesChange={(values) => {
            setLevel(painOf(values))
            noteNeeded(values)
          }}
        />
      </Card>
      {(drawsBeside || curve.length > 1) && (
        <div className={styles.aside}>
          {drawsBeside && <div ref={setPlace} className={styles.charts} />}
          {curve.length > 1 && (
            <Card className={styles.curve}>
              <Optional>
                <PainChart points={curve} />
              </Optional>
            </Card>
          )}
        </div>
      )}
    </>
  )
}
