import { useQuery } from '@tanstack/react-query'
import type { RecordOrigin as Origin } from '@ulna/contract/hand-overs/hand-overs'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './HandOvers.module.css'
import { recordOriginQuery } from './hand-overs.queries.ts'

/** What the record was there: of which case, which session, how that case and the consent stood. */
const useWasThere = ({ record, caseName, consent, author }: Origin): string[] => {
  const { t } = useTranslation('handOvers')
  const dates = useDates()
  const { sessionNumber, caseStatus, caseClosedOn } = record
  return [
    t('origin.author', { author }),
    caseName === null ? '' : t('origin.case', { name: caseName }),
    sessionNumber === null ? '' : t('origin.session', { number: sessionNumber }),
    caseStatus === 'active' ? t('origin.active') : '',
    caseClosedOn === null ? '' : t('origin.closed', { day: dates.day(caseClosedOn) }),
    consent === null ? '' : t(`origin.consent.${consent.state}`),
  ].filter((line) => line !== '')
}

const Signatures = ({ origin }: { origin: Origin }) => {
  const { t } = useTranslation('handOvers')
  const dates = useDates()
  const { practice, madeAt, signatures } = origin
  return signatures.map(({ id, signerName, signedAt, stands }) => (
    <div key={id}>
      <p>{t('origin.signedBy', { name: signerName, day: dates.instantDay(signedAt) })}</p>
      <Hint>{t(`origin.stands.${stands}`, { practice, day: dates.instantDay(madeAt) })}</Hint>
    </div>
  ))
}

/** Where a record comes from that another practice handed over, and what is found of its signatures. */
export const RecordOrigin = ({ recordId }: { recordId: number }) => {
  const { t } = useTranslation(['handOvers', 'common'])
  const dates = useDates()
  const { data, error, refetch } = useQuery(recordOriginQuery(recordId))
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={1} label={t('common:loading')} />
  return <Told origin={data} day={dates.instantDay(data.madeAt)} />
}

const Told = ({ origin, day }: { origin: Origin; day: string }) => {
  const { t } = useTranslation('handOvers')
  const wasThere = useWasThere(origin)
  const { practice, origin: address, fingerprint, genuine } = origin
  return (
    <section className={calloutClass(genuine ? 'mute' : 'bad')}>
      <h3>{t('origin.title')}</h3>
      <p>
        <strong>{t('origin.from', { practice, day })}</strong>
      </p>
      {wasThere.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Signatures origin={origin} />
      <Hint>{t(genuine ? 'origin.genuine' : 'origin.notGenuine')}</Hint>
      <Hint className={styles.mark}>{address}</Hint>
      <Hint className={styles.mark}>{t('origin.certificate', { fingerprint })}</Hint>
    </section>
  )
}
