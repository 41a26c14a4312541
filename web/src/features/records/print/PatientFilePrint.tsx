import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { RecordRow } from '@ulna/contract/records/records'
import { type PrintScope, printEndpoints } from '@ulna/contract/records/records.print'
import { recordsToPrint } from '@ulna/contract/records/records.print.rules'
import type { ReadingContext } from '@ulna/contract/records/records.values.rules'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/session/client.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { rowClass } from '../../../ui/base/Row.tsx'
import { SwitchField } from '../../../ui/fields/SwitchField.tsx'
import { classOf } from '../editor-target.ts'
import type { PatientFile } from '../records.queries.ts'
import type { RecordWords } from '../use-record-words.ts'
import styles from './PatientFilePrint.module.css'
import { PrintedRecord } from './PrintedRecord.tsx'
import { useIssuePaper } from './use-issue-paper.ts'

export interface PatientFilePrintProps {
  patientFile: PatientFile
  words: RecordWords
  scope: PrintScope
  /** The case or the record; a file names none. */
  recordId: number | undefined
  /** The files of a record as they go onto paper. */
  filesOf: (record: RecordRow) => ReactNode
  /** Some of them are still on their way. */
  isLoading: boolean
  onClose: () => void
}

/** Paper takes what is there at that moment: every picture has to be drawn, or known to be none. */
const drawAll = async (paper: HTMLElement | null): Promise<void> => {
  const pictures = [...(paper?.querySelectorAll('img') ?? [])]
  await Promise.allSettled(pictures.map((one) => one.decode()))
}

/** Notes the printing in the trail, puts when and by whom onto the pages, and only then asks for paper. */
const usePrinting = (
  { patientFile, scope, recordId }: PatientFilePrintProps,
  paper: RefObject<HTMLTableElement | null>,
) => {
  const [printedAt, setPrintedAt] = useState<string>()
  const printing = useMutation({
    mutationFn: () =>
      call(printEndpoints.print, {
        params: { patientId: patientFile.patient.id },
        body: { scope, ...(recordId === undefined ? {} : { recordId }) },
      }),
    onSuccess: async ({ payload }) => {
      await drawAll(paper.current)
      flushSync(() => setPrintedAt(payload.at))
      window.print()
    },
  })
  return { printedAt, print: () => printing.mutate(), isPending: printing.isPending }
}

const useReading = (patientFile: PatientFile, ageInYears: number | null): ReadingContext => {
  const { t } = useTranslation('record')
  const { language, timeZone, timeFormat } = useDates()
  const cases = new Map(
    patientFile.records.flatMap((one) => (one.subtype === 'case' ? [[one.id, one.name ?? ''] as const] : [])),
  )
  return { language, timeZone, timeFormat, ageInYears, cases, t: (key, values) => t(key, { ...values }) }
}

/** A file, a case or a record as it will be printed, with what may be chosen about it. */
export const PatientFilePrint = (props: PatientFilePrintProps) => {
  const { patientFile, words, scope, recordId, filesOf, isLoading, onClose } = props
  const { t } = useTranslation('print')
  const dates = useDates()
  const [withVoided, setWithVoided] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const paper = useRef<HTMLTableElement>(null)
  const { printedAt, print, isPending } = usePrinting(props, paper)
  const { mutate: issue, isPending: isIssuing } = useIssuePaper()
  const { patient, addenda } = patientFile
  const age = dates.age(patient.birthDate)
  const context = useReading(patientFile, age)
  const records = recordsToPrint(patientFile.records, { scope, recordId, withVoided })
  const hasVoided = scope !== 'record' && patientFile.records.some((record) => record.voidedAt !== null)

  useEffect(() => heading.current?.focus(), [])

  return (
    <div className={styles.print}>
      <div className={styles.bar}>
        <h2 ref={heading} tabIndex={-1}>
          {t(`title.${scope}`)}
        </h2>
        {hasVoided && (
          <SwitchField
            label={t('withVoided')}
            checked={withVoided}
            onChange={(event) => setWithVoided(event.currentTarget.checked)}
          />
        )}
        <div className={rowClass}>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button
            variant="default"
            loading={isIssuing}
            disabled={records.length === 0}
            onClick={() => issue({ patientId: patient.id, scope, recordId, withVoided })}
          >
            {t('pdf')}
          </Button>
          <Button onClick={print} loading={isPending || isLoading} disabled={records.length === 0}>
            {t('print')}
          </Button>
        </div>
      </div>
      {/* A table, because paper repeats its head and foot on every page. */}
      <table className={styles.paper} ref={paper}>
        <thead>
          <tr>
            <td>
              <PageHead patientFile={patientFile} age={age} />
            </td>
          </tr>
        </thead>
        <tfoot>
          <tr>
            <td>
              <PageFoot printedAt={printedAt} words={words} />
            </td>
          </tr>
        </tfoot>
        <tbody>
          <tr>
            <td>
              {records.length === 0 && <p>{t('nothing')}</p>}
              {records.map((record) => (
                <PrintedRecord
                  key={record.id}
                  record={record}
                  recordClass={classOf(record, patientFile.recordClasses)}
                  words={words}
                  context={context}
                  files={filesOf(record)}
                  addenda={addenda.filter((one) => one.recordId === record.id)}
                />
              ))}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** On every page: whose file it is, and which practice's. */
const PageHead = ({ patientFile, age }: { patientFile: PatientFile; age: number | null }) => {
  const { t } = useTranslation(['print', 'patient'])
  const { authPractice } = usePracticeSession()
  const dates = useDates()
  const { patient } = patientFile
  const facts = [
    t('patient:head.fileNumber', { number: patient.fileId }),
    patient.birthDate && t('born', { day: dates.day(patient.birthDate) }),
    age !== null && t('patient:head.age', { count: age }),
    patient.socialId,
  ]
  return (
    <div className={styles.head}>
      <div>
        <strong>{`${patient.firstName} ${patient.lastName}`}</strong>
        <p>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <p>{authPractice.name}</p>
    </div>
  )
}

/** On every page: when it was printed, and by whom. */
const PageFoot = ({ printedAt, words }: { printedAt: string | undefined; words: RecordWords }) => {
  const { t } = useTranslation('print')
  const { authUser, authDoctor } = usePracticeSession()
  if (printedAt === undefined) return null
  return (
    <p className={styles.foot}>
      {t('printed', { when: words.moment(printedAt), by: authDoctor?.fullName ?? authUser.username })}
    </p>
  )
}
