import type { FieldError } from '@ulna/contract/errors'
import type { RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import { valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Optional } from '../../../ui/Optional.tsx'
import { useBarHeight } from '../../../ui/use-bar-height.ts'
import { classTexts } from './class-texts.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FieldSlot } from './FieldSlot.tsx'
import { asFormErrors, partLabelOf, type SayError } from './field-errors.ts'
import { shownIds } from './field-layout.ts'
import { type FormValues, filledValues } from './form-values.ts'
import styles from './RecordForm.module.css'
import { type CaseChoice, type RecordFormFrame, RecordFormFrameContext } from './record-form-frame.ts'

// Few classes have scores.
const LiveScores = lazyPart(() => import('../scores/LiveScores.tsx'), 'LiveScores', ['measures'])

export interface RecordFormProps {
  recordClass: RecordClass
  /** Values the form starts with. Give another `key` to start again with others. */
  startValues: FormValues
  /** Called after every keystroke with everything as it stands in the form, valid or not. */
  onValuesChange?: (values: FormValues) => void
  /** Called with valid, filled values only. */
  onSubmit: (data: FormValues) => void
  /** Faults the server found, by path (`data.painIntensity`). */
  serverErrors?: readonly FieldError[]
  cases?: readonly CaseChoice[]
  /** Values of the last and the first visit. */
  last?: FormValues | undefined
  first?: FormValues | undefined
  lastDay?: string | undefined
  /** Stands below every text area. */
  TextTool?: RecordFormFrame['TextTool']
  /** What stands before the fields, inside the form: the comparison strip. */
  before?: ReactNode
  /** What stands after them: it comes and goes with what is chosen, and moves no field by it. */
  after?: ReactNode
  /** The action bar: state in words and buttons. The one that saves is `type="submit"`. */
  actions: ReactNode
  /** Accessible name of the form. */
  label: string
  /** Where body charts are drawn: beside the form, once that place is there. Without it they open from a button. */
  beside?: RecordFormFrame['beside']
  /** A pain scale that the form starts with has the keyboard from the start. */
  startsAtScale?: boolean
}

/** Keys 0 to 9 choose at once: most follow-ups begin with how much it hurts. */
const useStartAtScale = (
  isWanted: boolean,
  sections: RecordClass['sections'],
  { shown, elementId }: RecordFormFrame,
): void => {
  const first = sections[0]?.fields.find(({ id }) => shown.has(id))
  const scale = isWanted && first?.type === 'pain_scale' ? elementId(first.id) : undefined
  useEffect(() => {
    if (scale !== undefined) document.getElementById(scale)?.focus({ preventScroll: true })
  }, [scale])
}

/** The one renderer of record forms: everything it shows comes from the class (architecture.md, Web). */
export const RecordForm = ({
  recordClass,
  startValues,
  onValuesChange,
  onSubmit,
  serverErrors = [],
  cases = [],
  last,
  first,
  lastDay,
  TextTool,
  before,
  after,
  actions,
  label,
  beside,
  startsAtScale = false,
}: RecordFormProps) => {
  const { t } = useTranslation(['record', 'error'])
  const { language, timeFormat } = useDates()
  const formId = useId()
  const [carried, setCarried] = useState<ReadonlySet<string>>(() => new Set())
  const summary = useRef<HTMLDivElement>(null)
  const text = useMemo(() => classTexts(recordClass, language), [recordClass, language])
  const say: SayError = ({ field, message, params }) => {
    const words = t(`error:${message}`, { ...params })
    const part = partLabelOf(field)
    return part ? t('form.errorEntry', { label: t(part), message: words }) : words
  }

  const resolver: Resolver<FormValues> = (values) => {
    const { data, errors } = validateRecordData(recordClass, filledValues(recordClass, values))
    return data ? { values: data, errors: {} } : { values: {}, errors: asFormErrors(errors, say) }
  }

  const form = useForm<FormValues>({
    defaultValues: startValues,
    resolver,
    shouldFocusError: false,
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
  })

  const changed = useRef(onValuesChange)
  changed.current = onValuesChange
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => changed.current?.(values),
      }),
    [form],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: set once per answer of the server, not at every render
  useEffect(() => {
    for (const [fieldId, error] of Object.entries(asFormErrors(serverErrors, say))) {
      form.setError(fieldId, error)
    }
    if (serverErrors.length > 0) summary.current?.focus()
  }, [serverErrors])

  const frame = useMemo<RecordFormFrame>(
    () => ({
      recordClass,
      text,
      shown: shownIds(recordClass),
      language,
      timeFormat,
      cases,
      last,
      first,
      lastDay,
      carried,
      setCarried,
      TextTool,
      beside,
      elementId: (fieldId) => `${formId}-${fieldId}`,
      renderField: (field: RecordField) => <FieldSlot key={field.id} field={field} />,
    }),
    [recordClass, text, language, timeFormat, cases, last, first, lastDay, carried, TextTool, beside, formId],
  )

  const sections = recordClass.sections.filter(({ id, text }) => text || frame.shown.has(id))
  useStartAtScale(startsAtScale, sections, frame)

  const labels = new Map(valueFieldsOf(recordClass).map(({ field }) => [field.id, text(field.label)]))
  const entries = Object.entries(form.formState.errors).map(([fieldId, error]) => ({
    fieldId,
    label: labels.get(fieldId) ?? fieldId,
    message: String(error?.message ?? ''),
  }))

  const submit = (event: FormEvent) => {
    void form.handleSubmit(
      (values) => onSubmit(values),
      // The summary is drawn by the render that follows; focus it then.
      () => requestAnimationFrame(() => summary.current?.focus()),
    )(event)
  }

  return (
    <FormProvider {...form}>
      <RecordFormFrameContext value={frame}>
        {/* Browsers write what is typed to their profile, to restore a session with; not where this says off (H6). */}
        <form className={styles.form} onSubmit={submit} noValidate autoComplete="off" aria-label={label}>
          <ErrorSummary
            ref={summary}
            entries={entries}
            onFollow={(fieldId) => document.getElementById(frame.elementId(fieldId))?.focus()}
          />
          {before}
          {sections.map((section) => (
            <section key={section.id} className={styles.section} aria-label={text(section.label)}>
              {sections.length > 1 && <h3 className={styles.sectionTitle}>{text(section.label)}</h3>}
              {section.text && <p className={styles.toRead}>{text(section.text)}</p>}
              <div className={styles.fields}>
                {section.fields.map((field) => (
                  <FieldSlot key={field.id} field={field} />
                ))}
              </div>
              {recordClass.scores && (
                <Optional>
                  <LiveScores
                    recordClass={recordClass}
                    language={language}
                    sectionId={section.id}
                    drawn={sections.map(({ id }) => id)}
                  />
                </Optional>
              )}
            </section>
          ))}
          {after}
          <div className={styles.actions} ref={useBarHeight('--bar-bottom')}>
            {actions}
          </div>
        </form>
      </RecordFormFrameContext>
    </FormProvider>
  )
}
