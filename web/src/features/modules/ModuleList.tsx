import { Button } from '@mantine/core'
import type { RecordModule } from '@ulna/contract/modules/modules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { ModuleCard, type ModuleState } from './ModuleCard.tsx'
import styles from './ModuleList.module.css'
import { filterModules, type ModuleView, moduleViews } from './module-filter.ts'
import type { ModuleChange } from './modules.queries.ts'

export interface ModuleListProps {
  modules: readonly RecordModule[]
  stateOf: (module: RecordModule) => ModuleState
  onOpen: (module: RecordModule) => void
  onAsk: (module: RecordModule, change: ModuleChange) => void
}

/** The modules, narrowed by category and by words. */
export const ModuleList = ({ modules, stateOf, onOpen, onAsk }: ModuleListProps) => {
  const { t } = useTranslation('modules')
  const { language } = useDates()
  const [view, setView] = useState<ModuleView>('all')
  const [sought, setSought] = useState('')
  const installed = new Set(modules.filter((one) => stateOf(one).installed).map(({ id }) => id))
  const found = filterModules(modules, { view, sought, language, installed })
  const showAll = () => {
    setView('all')
    setSought('')
  }
  return (
    <>
      <div className={styles.tools}>
        <TextField
          type="search"
          className={styles.search}
          label={t('search')}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        <ChoiceField
          legend={t('show')}
          name="view"
          value={view}
          onChange={setView}
          choices={moduleViews.map((value) => ({
            value,
            label:
              value === 'installed' ? t('views.installed', { number: installed.size }) : t(`views.${value}`),
          }))}
        />
      </div>
      <Hint className={styles.count} role="status">
        {t('found', { count: found.length })}
      </Hint>
      {found.length === 0 ? (
        <Card>
          <EmptyState
            title={t('none.title')}
            actions={
              <Button variant="default" onClick={showAll}>
                {t('none.showAll')}
              </Button>
            }
          >
            {t('none.text')}
          </EmptyState>
        </Card>
      ) : (
        <div className={styles.cards}>
          {found.map((module) => (
            <ModuleCard
              key={module.id}
              module={module}
              {...stateOf(module)}
              onOpen={() => onOpen(module)}
              onAsk={(change) => onAsk(module, change)}
            />
          ))}
        </div>
      )}
    </>
  )
}
