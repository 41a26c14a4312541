import { Button } from '@mantine/core'
import type { PractitionerCopy } from '@ulna/contract/practitioner-copies/practitioner-copies'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { sizeText } from '../../i18n/size-text.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { Pill, type PillTone } from '../../ui/pills/Pill.tsx'
import { isUnderWay } from './practitioner-copies.queries.ts'

const tones: Readonly<Record<PractitionerCopy['state'], PillTone>> = {
  asked: 'warn',
  refused: 'bad',
  waiting: 'neutral',
  running: 'neutral',
  ready: 'good',
  failed: 'bad',
  removed: 'neutral',
}

/** What is in a copy, and until when it lies ready. */
const useContents = () => {
  const { t } = useTranslation('practitionerCopies')
  const dates = useDates()
  return (copy: PractitionerCopy): string => {
    const { state, patients, records, files, size, expiresAt, withNames } = copy
    if (state !== 'ready') return ''
    const facts = [
      patients !== null && t('patientCount', { count: patients }),
      records !== null && t('recordCount', { count: records }),
      files !== null && t('fileCount', { count: files }),
      t(withNames ? 'named' : 'unnamed'),
      size !== null && sizeText(size, dates.language),
      expiresAt !== null && t('until', { day: dates.instantDay(expiresAt) }),
    ]
    return facts.filter(Boolean).join(' · ')
  }
}

const useDecision = (copy: PractitionerCopy): string | null => {
  const { t } = useTranslation('practitionerCopies')
  const dates = useDates()
  const { decidedAt, decidedBy, answer, state } = copy
  if (decidedAt === null) return null
  const words = { name: decidedBy, day: dates.instantDay(decidedAt), answer }
  return t(state === 'refused' ? 'refusedLine' : 'decidedLine', words)
}

const Facts = ({ copy }: { copy: PractitionerCopy }) => {
  const { t } = useTranslation('practitionerCopies')
  const contents = useContents()(copy)
  const decision = useDecision(copy)
  return (
    <>
      <p>{copy.reason}</p>
      <Hint>{t('askedLine', { name: copy.askedBy })}</Hint>
      {decision && <Hint>{decision}</Hint>}
      {isUnderWay(copy.state) && <p role="status">{t('making')}</p>}
      {contents && <Hint>{contents}</Hint>}
      {copy.missing > 0 && <p>{t('missingFiles', { count: copy.missing })}</p>}
      {copy.state === 'ready' && (
        <Hint>
          {t('fingerprint')} <code>{copy.fingerprint}</code>
        </Hint>
      )}
    </>
  )
}

export interface EntriesRowProps {
  copy: PractitionerCopy
  /** Whether the caller may fetch it. */
  fetchable: boolean
  pending: boolean
  onFetch: () => void
  onRemove: () => void
  /** Given to owners alone. */
  onSignOff?: (() => void) | undefined
  onRefuse?: (() => void) | undefined
}

/** One copy of entries: whose, what for, what was decided, and what may be done with it. */
export const EntriesRow = ({ copy, fetchable, pending, ...on }: EntriesRowProps) => {
  const { t } = useTranslation('practitionerCopies')
  const dates = useDates()
  const at = `${dates.instantDay(copy.askedAt)}, ${dates.time(copy.askedAt)}`
  const isAsked = copy.state === 'asked'
  const actions = (
    <>
      {isAsked && on.onSignOff && <Button onClick={on.onSignOff}>{t('signOff')}</Button>}
      {isAsked && on.onRefuse && (
        <Button variant="default" onClick={on.onRefuse}>
          {t('refuse')}
        </Button>
      )}
      {copy.state === 'ready' && fetchable && (
        <Button disabled={pending} aria-label={t('fetchOf', { at })} onClick={on.onFetch}>
          {t('fetch')}
        </Button>
      )}
      {copy.state !== 'removed' && copy.state !== 'refused' && (
        <Button
          variant="default"
          disabled={pending}
          aria-label={t(isAsked ? 'takeBackOf' : 'removeOf', { at })}
          onClick={on.onRemove}
        >
          {t(isAsked ? 'takeBack' : 'remove')}
        </Button>
      )}
    </>
  )
  const head = (
    <>
      <b>{copy.practitioner}</b>
      <span>{at}</span>
      <Pill tone={tones[copy.state]}>{t(`state.${copy.state}`)}</Pill>
    </>
  )
  return (
    <ListRow head={head} actions={actions}>
      <Facts copy={copy} />
    </ListRow>
  )
}
