import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FirstSteps as Steps } from '@ulna/contract/first-steps/first-steps'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { Card, leadingRow } from '../../ui/base/Card.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { ThreadNode } from '../../ui/base/ThreadNode.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './FirstSteps.module.css'
import { firstStepsQuery, useDismissFirstSteps } from './first-steps.queries.ts'

type Step = Steps['steps'][number]

/** Where each is done: the page, with the form open that it takes. */
const places = {
  hours: { to: '/app/calendar', search: { open: 'schedules' } },
  issuer: { to: '/app/session-package/receipts', search: { issuer: true } },
  logo: { to: '/app/settings/practice' },
  consents: { to: '/app/modules' },
  patients: { to: '/app/settings/import' },
  team: { to: '/app/settings/members', search: { new: true } },
} as const

const StepRow = ({ step: { name, done } }: { step: Step }) => {
  const { t } = useTranslation('firstSteps')
  return (
    <li className={classNames(leadingRow.row, styles.step)} data-done={done || undefined}>
      <ThreadNode shape={done ? 'done' : 'planned'} />
      <span className={styles.words}>
        <Link {...places[name]} className={leadingRow.link}>
          {t(`steps.${name}.title`)}
          <VisuallyHidden> ({t(done ? 'done' : 'open')})</VisuallyHidden>
        </Link>
        <span className={hintClass}>{t(`steps.${name}.${done ? 'doneText' : 'text'}`)}</span>
      </span>
    </li>
  )
}

const Progress = ({ steps }: { steps: readonly Step[] }) => {
  const { t } = useTranslation('firstSteps')
  const done = steps.filter((step) => step.done).length
  const isAll = done === steps.length
  return (
    <div className={styles.progress}>
      <span className={styles.bar} aria-hidden="true">
        {steps.map(({ name, done: isDone }) => (
          <i key={name} data-done={isDone || undefined} />
        ))}
      </span>
      <span role="status">{isAll ? t('all') : t('progress', { done, total: steps.length })}</span>
    </div>
  )
}

/** What a new practice sets up, for whoever may: each step leads to where it is done, and is done when that is so. */
export const FirstSteps = () => {
  const { t } = useTranslation('firstSteps')
  const { authPractice } = usePracticeSession()
  const { data } = useQuery(firstStepsQuery(authPractice.id))
  const dismissing = useDismissFirstSteps()
  if (!data) return null
  const isAll = data.steps.every(({ done }) => done)
  const dismiss = (
    <Button
      variant={isAll ? 'light' : 'subtle'}
      loading={dismissing.isPending}
      onClick={() => dismissing.mutate()}
    >
      {t(isAll ? 'close' : 'dismiss')}
    </Button>
  )
  return (
    <Card title={t('title')} action={dismiss}>
      <Progress steps={data.steps} />
      <ol className={styles.steps}>
        {data.steps.map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </ol>
    </Card>
  )
}
