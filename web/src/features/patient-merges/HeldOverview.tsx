import type { MergeComparison } from '@ulna/contract/patient-merges/patient-merges'
import type { RecordRow } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card } from '../../ui/base/Card.tsx'
import { calloutClass } from '../../ui/base/callout.ts'
import { CardBody } from '../../ui/CardBody.tsx'
import styles from './Merge.module.css'

const Cases = ({ cases, side }: { cases: readonly RecordRow[]; side: string }) => {
  const { t } = useTranslation('merge')
  const dates = useDates()
  const standing = cases.filter(({ voidedAt }) => voidedAt === null)
  return (
    <div>
      <h3 className={styles.side}>{t('held.cases', { side })}</h3>
      {standing.length === 0 ? (
        <p>{t('held.noCases')}</p>
      ) : (
        <ul className={styles.cases}>
          {standing.map((one) => (
            <li key={one.id}>
              {one.name} · {dates.day(one.localDay)}
              {one.caseStatus === 'closed' && ` · ${t('held.closed')}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What both files hold, kind by kind, their diagnoses, and visits that fall on the same time. */
export const HeldOverview = ({ comparison }: { comparison: MergeComparison }) => {
  const { t } = useTranslation('merge')
  const dates = useDates()
  const { kept, other, clashes } = comparison
  const held = comparison.held.filter((one) => one.kept + one.other > 0)
  const sides = {
    kept: t('side', { number: kept.patient.fileId }),
    other: t('side', { number: other.patient.fileId }),
  }
  return (
    <Card title={t('held.title')} lead={<p>{t('held.lead')}</p>}>
      <CardBody>
        {held.length === 0 ? (
          <p>{t('held.none')}</p>
        ) : (
          <table className={styles.held}>
            <thead>
              <tr>
                <th scope="col">{t('held.what')}</th>
                <th scope="col">{sides.kept}</th>
                <th scope="col">{sides.other}</th>
              </tr>
            </thead>
            <tbody>
              {held.map((one) => (
                <tr key={one.kind}>
                  <th scope="row">{t(`held.kinds.${one.kind}`)}</th>
                  <td>{one.kept}</td>
                  <td>{one.other}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className={styles.sides}>
          <Cases cases={kept.cases} side={sides.kept} />
          <Cases cases={other.cases} side={sides.other} />
        </div>
        {clashes.length > 0 && (
          <div className={calloutClass('warn', styles.notice)}>
            <p>{t('held.clashes', { count: clashes.length })}</p>
            <ul className={styles.cases}>
              {clashes.map(({ start }) => (
                <li key={start}>
                  {dates.instantDay(start)} · {dates.time(start)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </CardBody>
    </Card>
  )
}
