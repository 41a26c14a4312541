import { neededConsents } from '@ulna/contract/record-class/record-class.consents'
import type { RecordRow } from '@ulna/contract/records/records'
import { isHandedForm } from '@ulna/contract/records/records.policy'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { classOf } from '../../../features/records/editor-target.ts'
import { loadTrail as loadRecordTrail, OpenRecord } from '../../../features/records/OpenRecord.tsx'
import { usePainChange, usePainPoints } from '../../../features/records/patient-file-words.ts'
import { rightsFor } from '../../../features/records/record-rights.ts'
import type { PatientFile } from '../../../features/records/records.queries.ts'
import { casesToMoveTo } from '../../../features/records/time-line/case-tree.ts'
import type { RecordWords } from '../../../features/records/use-record-words.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { lazyPart, withTexts } from '../../../i18n/lazy-part.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { CalendarIcon } from '../../../ui/icons/shared-icons.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import { usePatientSearch } from './list/use-patient-search.ts'
import styles from './PatientFile.module.css'

const RecordFiles = lazyPart(() => import('./file/RecordFiles.tsx'), 'RecordFiles', ['files'])

const loadSigning = () => withTexts(import('./file/RecordSigning.tsx'), ['signatures'])
const RecordSigning = lazyPart(loadSigning, 'RecordSigning')

/** A visit was written, be it the first or a later one, and nobody is booked to come again. */
const BookNextVisit = ({ patientId }: { patientId: number }) => {
  const { t } = useTranslation('patient')
  return (
    <LinkButton
      to="/app/calendar"
      search={{ new: true, patientId }}
      variant="light"
      leftSection={<CalendarIcon />}
    >
      {t('bookNextVisit')}
    </LinkButton>
  )
}

const RecordOrigin = lazyPart(() => import('../../../features/hand-overs/RecordOrigin.tsx'), 'RecordOrigin', [
  'handOvers',
])

// Few records are consents or need one.
const ConsentOfRecord = lazyPart(() => import('./file/ConsentOfRecord.tsx'), 'ConsentOfRecord', ['consents'])
const NeededConsent = lazyPart(() => import('./file/NeededConsent.tsx'), 'NeededConsent', ['consents'])

/** Fetches what stands below every record. */
export const loadTrail = (): Promise<unknown> => Promise.all([loadRecordTrail(), loadSigning()])

export interface ReadingPanelProps {
  patientFile: PatientFile
  record: RecordRow
  words: RecordWords
  onContinueDocument: (record: RecordRow) => void
}

export const ReadingPanel = ({ patientFile, record, words, onContinueDocument }: ReadingPanelProps) => {
  const { search, go } = usePatientSearch()
  const caseId = search.case
  const { patient, records, recordClasses, addenda } = patientFile
  const hasFiles =
    record.type === 'document' || patientFile.files.some(({ recordId }) => recordId === record.id)
  const { authDoctor, authPractice, practiceRole, clinical } = usePracticeSession()
  const dates = useDates()
  const pain = usePainPoints(records, words).upTo(record)
  const painChange = usePainChange()
  const context = {
    actor: { doctorId: authDoctor?.id ?? null, rank: practiceRole ?? 'practitioner', clinical },
    patient,
    editWindowHours: authPractice.configurations.records.editWindowHours,
  }
  const rights = rightsFor(record, context)
  const recordClass = classOf(record, recordClasses)
  const counts = record.data !== null && record.voidedAt === null
  const needed = recordClass && record.data ? neededConsents(recordClass, record.data) : []
  return (
    <Card className={styles.open}>
      <OpenRecord
        key={record.id}
        record={record}
        recordClass={recordClass}
        caseName={words.subject(record)}
        otherCases={casesToMoveTo(records, record)}
        words={words}
        rights={rights}
        pain={pain}
        painChange={painChange(pain)}
        today={dates.today()}
        ageInYears={dates.age(patient.birthDate)}
        booking={
          record.type !== 'document' &&
          record.voidedAt === null &&
          patient.archivedAt === null &&
          patientFile.nextAppointment === null && <BookNextVisit patientId={patient.id} />
        }
        addenda={addenda.filter((one) => one.recordId === record.id)}
        consent={
          counts && (
            <Optional>
              {recordClass?.consent && (
                <ConsentOfRecord record={record} patient={patient} context={context} />
              )}
              {needed.map((id) => (
                <NeededConsent key={id} patientId={patient.id} classId={id} />
              ))}
            </Optional>
          )
        }
        files={
          hasFiles && (
            <Optional>
              <RecordFiles
                patientFile={patientFile}
                record={record}
                words={words}
                right={rights.edit}
                onContinue={onContinueDocument}
                onClose={() => go({ case: caseId })}
              />
            </Optional>
          )
        }
        signatures={
          record.data !== null && (
            <Optional>
              {isHandedForm(record.recordClassId) ? (
                <RecordOrigin recordId={record.id} />
              ) : (
                <RecordSigning record={record} patient={patient} context={context} />
              )}
            </Optional>
          )
        }
        onEdit={() =>
          go(record.type === 'med_hist' ? { write: 'history' } : { case: caseId, edit: record.id })
        }
        onWriteFollowUp={() => go({ write: 'followup', case: record.id })}
        onPrint={(scope) =>
          go(
            scope === 'case'
              ? { print: scope, case: record.id, record: record.id }
              : { print: scope, case: caseId, record: record.id },
          )
        }
        onClose={() => go({ case: caseId })}
      />
    </Card>
  )
}
