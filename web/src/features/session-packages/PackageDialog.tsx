import { useQuery } from '@tanstack/react-query'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { LeaveQuestion } from '../../blocks/form/LeaveQuestion.tsx'
import { currencyOfZone } from '../../blocks/money/currencies.ts'
import type { ChosenPatient } from '../../blocks/patient-picker/PatientPicker.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { PackageForm } from './PackageForm.tsx'
import { emptyPackage, valuesOfPackage } from './package-values.ts'
import { packagesQuery } from './session-packages.queries.ts'

export interface PackageDialogProps {
  /** Absent for a new one. */
  stored?: SessionPackage | undefined
  /** Who buys it, where that is known already. */
  patient?: ChosenPatient | undefined
  onSaved: (sold: SessionPackage) => void
  onClose: () => void
}

/** The form over the page. It asks before it throws away what was typed. */
export const PackageDialog = ({ stored, patient, onSaved, onClose }: PackageDialogProps) => {
  const { t } = useTranslation(['sessionPackage', 'calendar', 'buttons'])
  const { authPractice, authDoctor } = usePracticeSession()
  const newest = useQuery(packagesQuery(authPractice.id, '', false, 0))
  const isDirty = useRef(false)
  const [asks, setAsks] = useState(false)
  const close = () => (isDirty.current ? setAsks(true) : onClose())
  const sold = newest.data?.rows.find(({ packageData }) => packageData.currency !== null)
  const currency = sold?.packageData.currency ?? currencyOfZone(authPractice.timezone)
  const startOf = (known: SessionPackage | undefined) =>
    known
      ? valuesOfPackage(known, currency)
      : emptyPackage({
          patient: patient ?? null,
          doctorId: authDoctor?.bookable ? authDoctor.id : null,
          currency,
        })
  return (
    <>
      <WideDialog
        onClose={close}
        title={t(stored ? 'form.editTitle' : 'form.newTitle')}
        size={560}
        closeLabel={t('buttons:close')}
      >
        {newest.isPending ? (
          <SkeletonRows rows={4} label={t('form.newTitle')} />
        ) : (
          <PackageForm
            known={stored}
            startOf={startOf}
            onSaved={(saved) => {
              queueInfo(t(stored ? 'form.saved' : 'form.sold'))
              onSaved(saved)
            }}
            onCancel={close}
            onDirty={() => {
              isDirty.current = true
            }}
          />
        )}
      </WideDialog>
      {asks ? (
        <LeaveQuestion text={t('form.discard')} onLeave={onClose} onStay={() => setAsks(false)} />
      ) : null}
    </>
  )
}
