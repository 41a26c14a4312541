import { useQuery } from '@tanstack/react-query'
import type { RecordRow } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { DocumentText } from './DocumentText.tsx'
import { HandForm } from './HandForm.tsx'
import styles from './Signing.module.css'
import { documentQuery, useSign } from './signatures.queries.ts'
import { useSignProblem } from './use-sign-problem.ts'

export interface PractitionerSignDialogProps {
  record: RecordRow
  onClose: () => void
}

/** The author signs what they wrote, on their own device. */
export const PractitionerSignDialog = ({ record, onClose }: PractitionerSignDialogProps) => {
  const { t } = useTranslation(['signatures', 'record'])
  const { authDoctor } = usePracticeSession()
  const shown = useQuery(documentQuery(record, currentLanguage()))
  const signing = useSign(record)
  const problemOf = useSignProblem()
  return (
    <Dialog
      title={t('signOneself')}
      size="xl"
      closeLabel={t('record:dialog.cancel')}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      {shown.isPending && <SkeletonRows rows={4} label={t('handOver.loading')} />}
      {shown.isError && <p role="alert">{problemOf(shown.error)}</p>}
      {shown.data && (
        <div className={styles.main}>
          <DocumentText document={shown.data.document} />
          <HandForm
            signers={['practitioner']}
            names={{ patient: shown.data.document.patient.name, practitioner: authDoctor?.fullName ?? '' }}
            pending={signing.isPending}
            problem={problemOf(signing.error)}
            leaveLabel={t('record:dialog.cancel')}
            onLeave={onClose}
            onSign={(hand) =>
              signing.mutate(
                { shown: shown.data, hand },
                { onSuccess: onClose, onError: () => void shown.refetch() },
              )
            }
          />
        </div>
      )}
    </Dialog>
  )
}
