import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Draft } from '@ulna/contract/drafts/drafts'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { classText } from '@ulna/contract/record-class/record-class.fields'
import { listedClassName } from '../../../features/modules/module-words.ts'
import { classIdOf, isBuiltIn, targetOfDraftKey } from '../../../features/records/editor-target.ts'
import { recordClassesQuery } from '../../../features/records/records.queries.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'

/** The list of modules; few files ask for it, so even how it is read is fetched then. */
const listedModulesQuery = queryOptions({
  queryKey: ['modules', 'listed'],
  queryFn: async ({ client }) => {
    const { modulesQuery } = await import('../../../features/modules/modules.queries.ts')
    return client.fetchQuery(modulesQuery)
  },
  meta: { showsOwnErrors: true },
})

const classIdsOf = (drafts: readonly Draft[], write: string | undefined): string[] => {
  const targets = drafts.map((draft) => targetOfDraftKey(draft.key))
  const drafted = targets.flatMap((target) => (target?.kind === 'new' ? [target.classId] : []))
  return write === undefined ? drafted : [...drafted, classIdOf(write)]
}

/**
 * Names the classes of modules that are written or drafted in a file, by its records, by the forms there are, and, when
 * neither knows one, by the list of modules: the draft of a form whose module was uninstalled still has a name.
 */
export const useFormName = (
  known: readonly RecordClass[],
  drafts: readonly Draft[],
  write: string | undefined,
): ((classId: string) => string | undefined) => {
  const { language } = useDates()
  // Read by the form; here only for the names.
  const offered = useQuery({ ...recordClassesQuery, enabled: false })
  const classes = [...known, ...(offered.data ?? [])]
  const isKnown = (classId: string) => isBuiltIn(classId) || classes.some((one) => one.classId === classId)
  const asks = classIdsOf(drafts, write).some((classId) => !isKnown(classId))
  const modules = useQuery({ ...listedModulesQuery, enabled: asks })

  return (classId) => {
    const recordClass = classes.find((one) => one.classId === classId)
    if (recordClass) return classText(recordClass, language, recordClass.name)
    return listedClassName(modules.data ?? [], classId, language)
  }
}
