import { useQuery } from '@tanstack/react-query'
import type { RecordRow } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { DocumentText } from './DocumentText.tsx'
import { HandFields } from './HandFields.tsx'
import { documentQuery, useSign } from './signatures.queries.ts'
import { useHandForm, useSignProblem } from './use-hand-form.ts'

export interface PractitionerSignDialogProps {
  record: Pick<RecordRow, 'id' | 'ownerId'>
  /** It was signed, or not now. */
  onClose: () => void
}

/** The author signs what they wrote, on their own device. */
export const PractitionerSignDialog = ({ record, onClose }: PractitionerSignDialogProps) => {
  const { t } = useTranslation('signatures')
  const { authDoctor } = usePracticeSession()
  const {
    data: shown,
    isPending,
    isError,
    error,
    refetch,
  } = useQuery(documentQuery(record, currentLanguage()))
  const signing = useSign(record)
  const problemOf = useSignProblem()
  const { frame, ...form } = useHandForm({
    signers: ['practitioner'],
    sign: (hand) => shown && signing.mutateAsync({ shown, hand }, { onError: () => void refetch() }),
    onSigned: () => onClose(),
  })
  return (
    <FormDialog
      frame={frame}
      title={t('signOneself')}
      size={780}
      cancelLabel={t('close')}
      saveLabel={t('sign')}
      isReading={isPending}
      reason={isError ? problemOf(error) : undefined}
      onClose={onClose}
    >
      {isPending && <SkeletonRows rows={4} label={t('handOver.loading')} />}
      {shown && (
        <>
          <DocumentText document={shown.document} />
          <HandFields
            form={form}
            signers={['practitioner']}
            names={{ patient: shown.document.patient.name, practitioner: authDoctor?.fullName ?? '' }}
          />
        </>
      )}
    </FormDialog>
  )
}
