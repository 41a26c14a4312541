import { useQuery } from '@tanstack/react-query'
import type { InstalledModules, RecordModule } from '@ulna/contract/modules/modules'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Card } from '../../ui/base/Card.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { ModuleList } from './ModuleList.tsx'
import { moduleText } from './module-words.ts'
import { installedModulesQuery, type ModuleChange, modulesQuery, useChangeModule } from './modules.queries.ts'

const ModuleDialog = lazyPart(() => import('./ModuleDialog.tsx'), 'ModuleDialog')
const ChangeDialog = lazyPart(() => import('./ChangeDialog.tsx'), 'ChangeDialog')

/** Which module stands over the page, and what is asked about it; a question closes onto the module it came from. */
interface Over {
  readonly module: RecordModule
  readonly asked?: ModuleChange | undefined
  readonly opened: boolean
}

/** What is installed and what can be; each module opens, and comes and goes after one more question. */
export const ModuleBoard = () => {
  const { t } = useTranslation('modules')
  const all = useQuery(modulesQuery)
  const own = useQuery(installedModulesQuery)
  if (all.data && own.data) return <Board modules={all.data} own={own.data} />
  if (all.error || own.error) {
    const again = () => void Promise.all([all, own].filter((one) => one.error).map((one) => one.refetch()))
    return <LoadFailed error={all.error ?? own.error} title={t('failed')} onRetry={again} />
  }
  return (
    <Card>
      <SkeletonRows rows={6} label={t('loading')} />
    </Card>
  )
}

const Board = ({ modules, own }: { modules: readonly RecordModule[]; own: InstalledModules }) => {
  const { t } = useTranslation('modules')
  const { language } = useDates()
  const [over, setOver] = useState<Over>()
  const changing = useChangeModule()
  const installationOf = (id: string) => own.installed.find((one) => one.id === id)
  const isUsed = (id: string) => own.used.includes(id)

  const leaveQuestion = () => setOver(over?.opened ? { ...over, asked: undefined } : undefined)
  const change = (module: RecordModule, wanted: ModuleChange) => {
    const done = t(`change.${wanted}.done`, { name: moduleText(module, language, module.name) })
    changing.mutate({ id: module.id, change: wanted, done }, { onSettled: leaveQuestion })
  }

  return (
    <>
      <ModuleList
        modules={modules}
        stateOf={({ id }) => ({ installed: installationOf(id) !== undefined, used: isUsed(id) })}
        onOpen={(module) => setOver({ module, opened: true })}
        onAsk={(module, asked) => setOver({ module, asked, opened: false })}
      />
      <Suspense>
        {over?.asked && (
          <ChangeDialog
            module={over.module}
            change={over.asked}
            used={isUsed(over.module.id)}
            pending={changing.isPending}
            onConfirm={() => over.asked && change(over.module, over.asked)}
            onCancel={leaveQuestion}
          />
        )}
        {over && !over.asked && (
          <ModuleDialog
            module={over.module}
            installation={installationOf(over.module.id)}
            used={isUsed(over.module.id)}
            onAsk={(asked) => setOver({ ...over, asked })}
            onClose={() => setOver(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
