import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PatientConsent } from '@ulna/contract/patient-consents/patient-consents'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { CheckCircleIcon } from '../../ui/icons/shared-icons.tsx'
import { Pill } from '../../ui/pills/Pill.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import styles from './Consents.module.css'
import { consentsQuery } from './patient-consents.queries.ts'

export interface ConsentsDialogProps {
  patientId: number
  patientName: string
  /** What a consent of the file is called. */
  titleOf: (consent: PatientConsent) => string
  onOpen: (recordId: number) => void
  /** Undefined where the file is only read. */
  onWrite: (() => void) | undefined
  onClose: () => void
}

/** What a patient consented to, in which text, who signed, and what was taken back. */
export const ConsentsDialog = ({ patientId, patientName, titleOf, ...on }: ConsentsDialogProps) => {
  const { t } = useTranslation(['consents', 'buttons'])
  const consents = useQuery(consentsQuery(patientId))
  const { data } = consents
  return (
    <WideDialog
      onClose={on.onClose}
      title={t('list.title', { name: patientName })}
      size={640}
      closeLabel={t('buttons:close')}
    >
      {consents.isPending && <SkeletonRows rows={3} label={t('list.loading')} />}
      {consents.isError && (
        <ErrorBanner
          title={t('list.failed')}
          action={
            <Button variant="default" onClick={() => void consents.refetch()}>
              {t('list.again')}
            </Button>
          }
        />
      )}
      {data?.length === 0 && <p className={styles.none}>{t('list.none')}</p>}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((one) => (
            <ConsentItem
              key={one.recordId}
              consent={one}
              title={titleOf(one)}
              onOpen={() => on.onOpen(one.recordId)}
            />
          ))}
        </ul>
      )}
      {on.onWrite && (
        <Button variant="default" onClick={on.onWrite}>
          {t('list.write')}
        </Button>
      )}
    </WideDialog>
  )
}

interface ConsentItemProps {
  consent: PatientConsent
  title: string
  onOpen: () => void
}

const tones = { open: 'warn', given: 'good', withdrawn: 'neutral' } as const

const ConsentItem = ({ consent, title, onOpen }: ConsentItemProps) => {
  const { t } = useTranslation('consents')
  const dates = useDates()
  const { state, signatures, recordClassVersion, newestVersion, withdrawnAt } = consent
  const version = [
    t('list.version', { version: recordClassVersion }),
    newestVersion > recordClassVersion && t('list.newest', { version: newestVersion }),
  ]
  return (
    <li className={calloutClass('plain', styles.item)}>
      <div className={styles.about}>
        <h3>{title}</h3>
        {signatures.map(({ name, at }) => (
          <p key={at}>{t('list.signed', { when: dates.instantDay(at), name })}</p>
        ))}
        {withdrawnAt !== null && <p>{t('list.withdrawnOn', { when: dates.instantDay(withdrawnAt) })}</p>}
        <p>{version.filter(Boolean).join(' · ')}</p>
      </div>
      <Pill tone={tones[state]} icon={state === 'given' && <CheckCircleIcon size={15} />}>
        {t(`state.${state}`)}
      </Pill>
      <Button variant="subtle" aria-label={`${t('list.show')}: ${title}`} onClick={onOpen}>
        {t('list.show')}
      </Button>
    </li>
  )
}
