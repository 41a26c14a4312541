import type { PatientCopy } from '@ulna/contract/patient-copies/patient-copies'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { sizeText } from '../../i18n/size-text.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { Pill, type PillTone } from '../../ui/pills/Pill.tsx'

const tones: Readonly<Record<PatientCopy['state'], PillTone>> = {
  asked: 'warn',
  ready: 'info',
  handed_over: 'good',
  withdrawn: 'neutral',
}

/** What became of a copy, a line each. */
const useFacts = (copy: PatientCopy): string[] => {
  const { t } = useTranslation('copies')
  const dates = useDates()
  const { madeAt, size, expiresAt, keptBack, linkUntil, state, withdrawnAt } = copy
  const made =
    state !== 'asked' && state !== 'withdrawn' && madeAt !== null && size !== null && expiresAt !== null
      ? t('madeLine', {
          day: dates.instantDay(madeAt),
          size: sizeText(size, dates.language),
          until: dates.instantDay(expiresAt),
        })
      : ''
  return [
    t('notedBy', { name: copy.notedBy }),
    made,
    made && t('keptLine', { count: keptBack.length }),
    linkUntil && t('linkUntil', { day: dates.instantDay(linkUntil) }),
    withdrawnAt !== null &&
      t('withdraw.line', {
        day: dates.instantDay(withdrawnAt),
        name: copy.withdrawnBy,
        reason: copy.withdrawReason,
      }),
    copy.handedOverAt !== null &&
      [
        t('handedLine', {
          day: dates.instantDay(copy.handedOverAt),
          name: copy.handedOverBy,
          way: t(`way.${copy.handedOverHow}`),
        }),
        copy.handedOverTo && t('handedTo', { to: copy.handedOverTo }),
      ]
        .filter(Boolean)
        .join(', '),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}

const useDue = ({ dueOn, state }: PatientCopy): string | null => {
  const { t } = useTranslation('copies')
  const dates = useDates()
  if (state === 'handed_over' || state === 'withdrawn') return null
  return t(dueOn < dates.today() ? 'overdue' : 'due', { day: dates.day(dueOn) })
}

/** A copy that was asked for: since when and until when, what was made of it, and what may be done with it. */
export const CopyLine = ({
  copy,
  title,
  children,
}: {
  copy: PatientCopy
  title?: ReactNode
  children?: ReactNode
}) => {
  const { t } = useTranslation('copies')
  const dates = useDates()
  const facts = useFacts(copy)
  const due = useDue(copy)
  const asked = t('askedLine', {
    day: dates.day(copy.askedOn),
    asker: t(`asker.${copy.askedBy}`),
    check: t(`check.${copy.identity}`),
  })
  return (
    <ListRow
      head={
        <>
          {title}
          <b>{asked}</b>
          <Pill tone={tones[copy.state]}>{t(`state.${copy.state}`)}</Pill>
        </>
      }
      actions={children}
    >
      {due && <p>{due}</p>}
      {facts.map((fact) => (
        <Hint key={fact}>{fact}</Hint>
      ))}
    </ListRow>
  )
}
