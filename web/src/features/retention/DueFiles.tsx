import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { needsNotices } from '@ulna/contract/erasures/erasures.rules'
import { type DueFile, type DueState, dueStates } from '@ulna/contract/retention/retention'
import type { RetentionRule, RetentionTerm } from '@ulna/contract/retention/retention.rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Pill } from '../../ui/pills/Pill.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { ActBar, type ChosenForAct, chooseFile, isChosen } from './ActBar.tsx'
import styles from './DueFiles.module.css'
import { duePerPage, dueQuery } from './retention.queries.ts'

const HoldsDialog = lazyPart(() => import('./HoldsDialog.tsx'), 'HoldsDialog', ['archive'])

const tones = { due: 'bad', held: 'neutral', open: 'info' } as const

interface RowProps {
  file: DueFile
  rule: RetentionRule
  term: RetentionTerm
  onHold: () => void
  /** Undefined where this person erases no file. */
  onErase: (() => void) | undefined
  /** Whether it is chosen for an act; undefined where it cannot be. */
  chosen: boolean | undefined
  onChoose: (chosen: boolean) => void
}

const Row = ({ file, rule, term, onHold, onErase, chosen, onChoose }: RowProps) => {
  const { t } = useTranslation('archive')
  const dates = useDates()
  const name = `${file.firstName} ${file.lastName}`
  const head = (
    <>
      <Link to="/app/patient/$patientId" params={{ patientId: String(file.patientId) }}>
        {name}
      </Link>
      <Pill tone={tones[file.state]}>{t(`due.states.${file.state}`)}</Pill>
      {file.archived && <Pill>{t('due.archived')}</Pill>}
    </>
  )
  const actions = (
    <>
      {chosen !== undefined && (
        <CheckboxField
          label={t('due.choose')}
          aria-label={t('due.chooseOf', { name })}
          checked={chosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      <Button variant="default" onClick={onHold} aria-label={t('due.holdOf', { name })}>
        {t(file.state === 'held' ? 'due.holds' : 'due.hold')}
      </Button>
      {onErase && file.state === 'due' && (
        <Button variant="default" onClick={onErase} aria-label={t('due.eraseOf', { name })}>
          {t('due.erase')}
        </Button>
      )}
    </>
  )
  return (
    <ListRow head={head} actions={actions}>
      <Hint>
        {t('due.facts', {
          number: file.fileId,
          last: dates.day(file.lastAttention),
          since: dates.day(file.dueSince),
        })}
      </Hint>
      <Hint>
        {t(`due.counted.${term.from}`, { count: term.years, day: dates.day(file.from) })}{' '}
        {rule !== 'never' && t(`retention.sources.${rule}`)}
      </Hint>
      {file.holdReason && <Hint>{t('due.holdReason', { reason: file.holdReason })}</Hint>}
    </ListRow>
  )
}

export interface DueFilesProps {
  onErase?: (file: DueFile) => void
  /** Files that are chosen for one act, where the law asks for one; undefined for who erases none. */
  act?: ChosenForAct
}

/** Files whose term is over, with what keeps some of them. Nothing in the list goes by itself. */
export const DueFiles = ({ onErase, act }: DueFilesProps) => {
  const { t } = useTranslation(['archive', 'common'])
  const [state, setState] = useState<DueState>()
  const [page, setPage] = useState(0)
  const [held, setHeld] = useState<DueFile>()
  const { authPractice } = usePracticeSession()
  const { retention } = authPractice.configurations
  const due = useQuery({ ...dueQuery(retention, state, page), placeholderData: keepPreviousData })
  const { data, error, refetch } = due
  const term = data?.term ?? null
  const announced = data && needsNotices(data.rule) ? act : undefined
  return (
    <Card title={t('due.title')} lead={<p>{t('due.lead')}</p>}>
      <div className={styles.tools}>
        <SelectField
          label={t('due.filter')}
          value={state ?? ''}
          onChange={(event) => {
            setState(dueStates.find((one) => one === event.currentTarget.value))
            setPage(0)
          }}
          options={[
            { value: '', label: t('due.all') },
            ...dueStates.map((one) => ({ value: one, label: t(`due.states.${one}`) })),
          ]}
        />
      </div>
      {announced && <ActBar act={announced} />}
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} label={t('common:loading')} />}
      {data?.rows.length === 0 && (
        <EmptyState plain level={3} title={t(term ? 'due.none' : 'due.never')}>
          {t(term ? 'due.noneText' : 'due.neverText')}
        </EmptyState>
      )}
      {data && term && data.rows.length > 0 && (
        <CardList aria-busy={due.isPlaceholderData}>
          {data.rows.map((file) => (
            <Row
              key={file.patientId}
              file={file}
              rule={data.rule}
              term={term}
              onHold={() => setHeld(file)}
              onErase={onErase && (() => onErase(file))}
              chosen={isChosen(announced, file)}
              onChoose={(chosen) => announced?.onChoose(chooseFile(announced, file, chosen))}
            />
          ))}
        </CardList>
      )}
      <Pager
        page={page}
        total={data?.total ?? 0}
        perPage={duePerPage}
        previousLabel={t('due.previous')}
        nextLabel={t('due.next')}
        range={(shown) => t('due.range', shown)}
        onPage={setPage}
      />
      <Optional>
        {held && (
          <HoldsDialog
            patientId={held.patientId}
            name={`${held.firstName} ${held.lastName}`}
            onClose={() => setHeld(undefined)}
          />
        )}
      </Optional>
    </Card>
  )
}
