import { useQueryClient } from '@tanstack/react-query'
import type { ModuleFault } from '@ulna/contract/modules/module-document'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import type { EditorAddress } from './editor-address.ts'
import { focusLater } from './editor-context.ts'
import { type PlacedFault, placedFaults } from './faults/fault-places.ts'
import { modulePlace } from './faults/text-places.ts'
import { type EditorModel, type SettledModel, settled } from './model/editor-model.ts'
import { someTextAt } from './model/module-texts.ts'
import type { TakenIds } from './model/settled-ids.ts'
import { faultsIn, moduleDocumentQuery, useCheckModule, useImportModule } from './module-documents.queries.ts'
import type { Editing } from './use-editing.ts'

export interface Saving {
  readonly faults: readonly PlacedFault[]
  /** What went wrong with the whole, in words. */
  readonly problem: string | undefined
  readonly pending: boolean
  readonly save: () => void
}

export interface SavingOptions {
  editing: Editing
  taken: TakenIds
  address: EditorAddress
  onAddress: (address: EditorAddress) => void
}

/** Where the keyboard stood, by the ids that the saved labels gave. */
const addressAfter = ({ document, ids }: SettledModel, address: EditorAddress): EditorAddress => {
  const form = address.form ?? ''
  const field = address.field ?? ''
  return {
    module: document.module.id,
    form: ids.own.get(form) ?? address.form,
    field: ids.inClass.get(form)?.get(field) ?? address.field,
  }
}

/** How long after the last change what was refused is looked at again. */
const quiet = 600

/** What a refusal named is looked at again while it is mended, so that what is right no longer reads as wrong. */
const useFaults = (model: EditorModel, taken: TakenIds) => {
  const [faults, setFaults] = useState<readonly PlacedFault[]>([])
  const { mutateAsync: check } = useCheckModule()
  const isWrong = faults.length > 0
  useEffect(() => {
    if (!isWrong) return undefined
    const saved = settled(model, taken)
    let isOld = false
    const timer = setTimeout(() => {
      check({ ...saved.document }).then(
        (found) => {
          if (!isOld) setFaults(placedFaults(saved, found))
        },
        // The faults known so far stay; saving asks again and tells what went wrong.
        () => undefined,
      )
    }, quiet)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [isWrong, model, taken, check])
  return [faults, setFaults] as const
}

/** Saves by the same way a file comes in. */
export const useSaveModule = ({ editing, taken, address, onAddress }: SavingOptions): Saving => {
  const { t } = useTranslation('moduleEditor')
  const { textOf } = useErrorText()
  const client = useQueryClient()
  const [faults, setFaults] = useFaults(editing.model, taken)
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  const { mutateAsync: bring } = useImportModule()

  const refuse = (saved: SettledModel, found: readonly ModuleFault[]) => {
    setFaults(placedFaults(saved, found))
    focusLater('editor-faults')
  }
  const send = async (saved: SettledModel) => {
    const { document } = saved
    const name = someTextAt(document, modulePlace('name'), 'es')
    await bring({ document: { ...document }, done: t('saved', { name }) })
    const stored = await client.fetchQuery(moduleDocumentQuery(document.module.id))
    setFaults([])
    editing.restart(stored)
    onAddress(addressAfter(saved, address))
  }
  const save = () => {
    if (pending) return
    setProblem(undefined)
    setPending(true)
    const saved = settled(editing.model, taken)
    send(saved)
      .catch((error: unknown) => {
        const found = faultsIn(error)
        if (found) refuse(saved, found)
        else setProblem(textOf(error) || t('saveFailed'))
      })
      .finally(() => setPending(false))
  }
  return { faults, problem, pending, save }
}
