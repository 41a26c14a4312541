import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import type { Patient } from '@ulna/contract/patients/patients'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../../../api/http/api-error.ts'
import { patientSearchQuery } from '../../../../api/patient-search.query.ts'
import { usePermission } from '../../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../../api/session/session.ts'
import { LoadFailed } from '../../../../blocks/notices/LoadFailed.tsx'
import { PatientPicker } from '../../../../blocks/patient-picker/PatientPicker.tsx'
import { MergeForm } from '../../../../features/patient-merges/MergeForm.tsx'
import { comparisonQuery } from '../../../../features/patient-merges/patient-merges.queries.ts'
import { ProfileImage } from '../../../../features/patients/ProfileImage.tsx'
import { Card } from '../../../../ui/base/Card.tsx'
import { LinkButton } from '../../../../ui/base/LinkButton.tsx'
import { CardBody } from '../../../../ui/CardBody.tsx'
import { ErrorBanner } from '../../../../ui/ErrorBanner.tsx'
import { PageTitle } from '../../../../ui/PageTitle.tsx'
import { SkeletonRows } from '../../../../ui/Skeletons.tsx'
import { PatientFileMissing } from '../PatientFileState.tsx'
import { useMergedAway } from '../use-merged-away.ts'

const pictureOf = (patient: Patient) => <ProfileImage patient={patient} size={64} />

/** Both files, once the other one is chosen. */
const Compared = ({ id, otherId }: { id: number; otherId: number }) => {
  const { t } = useTranslation(['merge', 'common', 'error'])
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(comparisonQuery(id, otherId))
  useMergedAway(error)
  const open = () => void navigate({ to: '/app/patient/$patientId', params: { patientId: String(id) } })
  if (data) return <MergeForm key={`${id} ${otherId}`} read={data} pictureOf={pictureOf} onDone={open} />
  if (hasKey(error, 'patient_archived', 'invalid_request'))
    return <ErrorBanner title={t('failed')}>{t('another')}</ErrorBanner>
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return (
    <Card>
      <SkeletonRows rows={6} label={t('common:loading')} />
    </Card>
  )
}

const Merging = ({ id, otherId }: { id: number; otherId: number | undefined }) => {
  const { t } = useTranslation('merge')
  const navigate = useNavigate()
  const { authPractice } = usePracticeSession()
  const { reason } = usePermission('mergePatients')
  const choose = (other: number | undefined): void =>
    void navigate({
      href: other === undefined ? `/app/patient/${id}/merge` : `/app/patient/${id}/merge?with=${other}`,
      replace: true,
    })
  return (
    <>
      <PageTitle
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <LinkButton variant="default" to="/app/patient/$patientId" params={{ patientId: String(id) }}>
            {t('back')}
          </LinkButton>
        }
      />
      {reason !== undefined && <ErrorBanner title={t('failed')}>{reason}</ErrorBanner>}
      {reason === undefined && otherId === undefined && (
        <Card title={t('choose.title')} lead={<p>{t('choose.lead')}</p>}>
          <CardBody>
            <PatientPicker
              label={t('choose.label')}
              queryOf={(text) => {
                const query = patientSearchQuery(authPractice.id, text)
                return { ...query, select: (rows) => rows.filter((row) => row.id !== id) }
              }}
              value={null}
              onChange={(patient) => choose(patient?.id)}
            />
          </CardBody>
        </Card>
      )}
      {reason === undefined && otherId !== undefined && <Compared id={id} otherId={otherId} />}
    </>
  )
}

const idOf = (value: unknown): number | undefined => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** `/app/patient/$patientId/merge?with=12`: the file of the address stays, the other becomes part of it. */
export const MergePage = () => {
  const { patientId } = useParams({ strict: false })
  const search = useRouterState({ select: (state) => state.location.search }) as Record<string, unknown>
  const id = idOf(patientId)
  if (id === undefined) return <PatientFileMissing />
  return <Merging id={id} otherId={idOf(search.with)} />
}
