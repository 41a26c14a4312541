import type { Disk, MonitoringStand } from '@ulna/contract/monitoring/monitoring'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { sizeText } from '../../i18n/size-text.ts'
import { Facts } from '../../ui/Facts.tsx'
import { standbyWords } from './standby-words.ts'
import { useInstant } from './use-instant.ts'

/** What is said of one thing, in one line. */
const inOneLine = (...said: (string | false | null)[]): string => said.filter(Boolean).join(' · ')

const Versions = ({ versions }: Pick<MonitoringStand, 'versions'>) => {
  const { t } = useTranslation('monitoring')
  const { product, schema, ...engine } = versions
  return (
    <>
      <p>{t('facts.product', { version: product })}</p>
      <p>{t('facts.schema', { schema })}</p>
      <p>{t('facts.engine', engine)}</p>
    </>
  )
}

const usedShare = ({ free, size }: Disk): number => (size > 0 ? Math.round((1 - free / size) * 100) : 0)

const Disks = ({ disks }: Pick<MonitoringStand, 'disks'>) => {
  const { t } = useTranslation('monitoring')
  const { language } = useDates()
  return disks.map((disk) => (
    <p key={disk.of}>
      {t(`facts.disk.${disk.of}`)}:{' '}
      {t('facts.free', {
        free: sizeText(disk.free, language),
        size: sizeText(disk.size, language),
        used: usedShare(disk),
      })}
    </p>
  ))
}

const Queue = ({ queue }: Pick<MonitoringStand, 'queue'>) => {
  const { t } = useTranslation('monitoring')
  const { waiting, oldest, failing } = queue
  return (
    <>
      <p>
        {waiting === 0
          ? t('facts.idle')
          : inOneLine(
              t('facts.waiting', { count: waiting }),
              oldest !== null && t('facts.oldest', { minutes: Math.floor(oldest / 60) }),
            )}
      </p>
      {failing.map(({ work, jobs }) => (
        <p key={work}>{t('facts.failing', { work, count: jobs })}</p>
      ))}
    </>
  )
}

/** Seconds that two clocks may be apart and still be right. */
const apartInPeace = 1

const useWords = () => {
  const { t } = useTranslation('monitoring')
  const dates = useDates()
  const instant = useInstant()
  const clock = (ahead: number): string => {
    const seconds = Math.round(Math.abs(ahead) / 1000)
    return seconds > apartInPeace ? t('facts.clockAhead', { seconds }) : t('facts.clockWell')
  }
  return {
    clock,
    database: ({ embedded, size, connections, mostConnections }: MonitoringStand['database']) =>
      inOneLine(
        t(embedded ? 'facts.embedded' : 'facts.external'),
        sizeText(size, dates.language),
        t('facts.connections', { count: connections, most: mostConnections }),
      ),
    standby: (standbys: MonitoringStand['database']['standbys']) =>
      t(standbyWords(standbys), { seconds: standbys?.behind }),
    mail: ({ sent, waiting, failing }: MonitoringStand['mail']) =>
      inOneLine(
        t(sent ? 'facts.sent' : 'facts.outbox'),
        waiting > 0 && t('facts.waiting', { count: waiting }),
        failing > 0 && t('facts.mailFailing', { count: failing }),
      ),
    certificate: (endsAt: string | null) =>
      endsAt === null ? t('facts.noCertificate') : t('facts.ends', { day: dates.instantDay(endsAt) }),
    trail: ({ checkedAt, broken }: MonitoringStand['trail']) =>
      inOneLine(
        broken > 0 && t('facts.trailBroken', { count: broken }),
        checkedAt === null ? t('facts.trailNever') : t('facts.trailWell', { at: instant(checkedAt) }),
      ),
  }
}

/** Figures of the installation, each beside its name. */
export const StandFacts = ({ stand }: { stand: MonitoringStand }) => {
  const { t } = useTranslation('monitoring')
  const words = useWords()
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('facts.versions'), <Versions key="versions" versions={stand.versions} />],
    [t('facts.database'), words.database(stand.database)],
    // The embedded database never has one.
    ...(stand.database.embedded
      ? []
      : [[t('facts.standby'), words.standby(stand.database.standbys)] as const]),
    [t('facts.disks'), <Disks key="disks" disks={stand.disks} />],
    [t('facts.queue'), <Queue key="queue" queue={stand.queue} />],
    [t('facts.mail'), words.mail(stand.mail)],
    [t('facts.certificate'), words.certificate(stand.certificateEndsAt)],
    [t('facts.clock'), words.clock(stand.clockAhead)],
    [t('facts.trail'), words.trail(stand.trail)],
  ]
  return <Facts facts={facts} />
}
