import { Button } from '@mantine/core'
import { calloutClass } from '../../../../ui/base/callout.ts'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/UnstyledButton.css'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../../api/session/use-error-text.ts'
import type { AgendaPractitioner } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { CalendarDay } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { FormFrame } from '../../../../blocks/form/FormFrame.tsx'
import { ErrorBanner } from '../../../../ui/ErrorBanner.tsx'
import { SkeletonRows } from '../../../../ui/Skeletons.tsx'
import type { AgendaPlace } from '../../agenda/appointments.cache.ts'
import { useAgendaObstacle } from '../../agenda/use-agenda-permission.ts'
import { ScopeChoice } from '../ScopeChoice.tsx'
import type { SavedSeries } from '../series.queries.ts'
import { bookedCount, bookedDays, leavesNothing, undecided, withDecision } from '../series-decisions.ts'
import { movesDates, type Scope, type SeriesWish } from '../series-wish.ts'
import { useScopeWords } from '../use-scope-words.ts'
import { useSeriesWords } from '../use-series-words.ts'
import { useWishWords } from '../use-wish-words.ts'
import type { DatesContext } from '../WayChoice.tsx'
import { SeriesDates } from './SeriesDates.tsx'
import styles from './SeriesStep.module.css'
import { type ScopePreview, useSeriesStep } from './use-series-step.ts'

/** What a course has to say before its dates are booked, given on which days they are. */
export interface CourseQuestion {
  notice: (days: readonly CalendarDay[], showsMissing: boolean) => ReactNode
  isAnswered: (days: readonly CalendarDay[]) => boolean
}

export interface SeriesStepProps {
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
  wish: SeriesWish
  backLabel: string
  /** Only this occurrence is meant: it is saved like an appointment that stands alone. */
  onThis: () => void
  onSaved: (saved: SavedSeries) => void
  onBack: () => void
  onConflict: (theirs: Appointment) => void
  course?: CourseQuestion
}

/** Brings what still has to be said into view, also out of a folded month. */
const focusMissing = (form: HTMLFormElement | null): void => {
  const field = form?.querySelector<HTMLElement>('[data-missing] input, [name="overlapReason"]')
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}

const moves = (wish: SeriesWish): boolean => wish.kind !== 'change' || movesDates(wish.change)

interface ScopesProps {
  wish: SeriesWish
  scopes: readonly Scope[]
  scope: Scope
  /** The dates of each scope, as far as they were read. */
  previews: ReadonlyMap<Scope, ScopePreview>
  onScope: (scope: Scope) => void
}

/** Which occurrences are meant, with what each choice reaches. */
const Scopes = ({ wish, scopes, scope, previews, onScope }: ScopesProps) => {
  const { t } = useTranslation('series')
  const { ofChange } = useScopeWords()
  const words = useSeriesWords()
  if (scopes.length < 2 || wish.kind === 'book') return null
  const describe = (one: Scope): string | undefined => {
    if (one === 'this') return t('scope.only', { day: words.instantDay(wish.appointment.start) })
    const preview = previews.get(one)?.preview
    return preview && ofChange(preview, moves(wish))
  }
  return (
    <ScopeChoice
      legend={t('scope.legend')}
      scopes={scopes}
      value={scope}
      onChange={onScope}
      describe={describe}
    />
  )
}

const NotRead = ({ error, onAgain }: { error: unknown; onAgain: () => void }) => {
  const { t } = useTranslation('series')
  const { textOf } = useErrorText()
  if (!error) return <SkeletonRows rows={4} label={t('list.reading')} />
  return (
    <ErrorBanner
      title={textOf(error)}
      action={
        <Button variant="default" onClick={onAgain}>
          {t('list.again')}
        </Button>
      }
    />
  )
}

/** Where the focus starts: on the choice of the scope, or on the button that saves. */
const useFirstFocus = () => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'start' })
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [])
  return form
}

/** What the button does; how many are booked is known once their dates were read. */
const useSaveLabel = (wish: SeriesWish, isWide: boolean, booked: number | undefined): string => {
  const { t } = useTranslation('series')
  if (!isWide) return t('save.this')
  if (wish.kind === 'change' || booked === undefined) return t('save.series')
  return t('save.book', { count: booked })
}

/** Shows what a wish about a series means, date by date, before anything is written, and asks what is to be decided. */
export const SeriesStep = (props: SeriesStepProps) => {
  const { place, practitioners, wish, backLabel, onThis, onSaved, onBack, onConflict, course } = props
  const { t } = useTranslation('series')
  const step = useSeriesStep({ place, wish, onSaved, onConflict })
  const [reason, setReason] = useState('')
  const [showsMissing, setShowsMissing] = useState(false)
  const obstacleTo = useAgendaObstacle()
  const form = useFirstFocus()
  const wishWords = useWishWords(wish)
  const { scopes, scope, previews, shown, dates, decisions } = step
  const preview = shown?.preview
  const isWide = scope !== 'this'
  const label = useSaveLabel(wish, isWide, preview && bookedCount(dates, decisions))
  const isEmpty = isWide && wish.kind !== 'change' && leavesNothing(dates, decisions)
  const context: DatesContext = {
    dates,
    decisions,
    mayBook: (doctorId) => obstacleTo(doctorId) === undefined,
    doctorName: (doctorId) => practitioners.find(({ id }) => id === doctorId)?.fullName ?? '',
    onDecide: (on, decision) => step.setDecisions((before) => withDecision(before, on, decision)),
    showsMissing,
  }
  const days = bookedDays(dates, decisions, (instant) => place.time.wallOf(Date.parse(instant)).day)
  const lacksReason = reason.trim() === '' && dates.some(({ on }) => decisions.get(on)?.action === 'keep')

  const submit = () => {
    if (!isWide) {
      onThis()
      return
    }
    if (!preview || isEmpty || step.pending) return
    const isOpen = undecided(dates, decisions).length > 0 || course?.isAnswered(days) === false
    const isMissing = lacksReason || isOpen
    setShowsMissing(isMissing)
    if (isMissing) requestAnimationFrame(() => focusMissing(form.current))
    else step.save(reason)
  }

  return (
    <FormFrame frame={{ form, problem: step.problem, onSave: submit }} label={label}>
      {step.refused.length > 0 ? (
        <ErrorBanner title={t('refused.title', { count: step.refused.length })}>
          {t('refused.text')}
        </ErrorBanner>
      ) : null}
      {wishWords === '' ? null : <p className={calloutClass('accent')}>{wishWords}</p>}
      <Scopes {...{ wish, scopes, scope, previews }} onScope={step.setScope} />
      {isWide && !preview ? <NotRead error={shown?.error} onAgain={() => shown?.reload()} /> : null}
      {preview ? course?.notice(days, showsMissing) : null}
      {preview && moves(wish) ? (
        <SeriesDates
          preview={preview}
          context={context}
          onAll={step.setDecisions}
          reason={reason}
          onReason={setReason}
        />
      ) : null}
      <div className={styles.actions}>
        {isEmpty ? (
          <p role="status" className={styles.empty}>
            {t('save.nothing')}
          </p>
        ) : null}
        <Button variant="default" onClick={onBack}>
          {backLabel}
        </Button>
        <Button
          type="submit"
          loading={step.pending}
          aria-disabled={isWide && (!preview || isEmpty)}
          data-autofocus={scopes.length < 2 || undefined}
        >
          {label}
        </Button>
      </div>
    </FormFrame>
  )
}
