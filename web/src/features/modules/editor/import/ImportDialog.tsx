import { Button } from '@mantine/core'
import {
  type ModuleDocument,
  type ModuleFault,
  moduleDocument,
  ownId,
} from '@ulna/contract/modules/module-document'
import type { RecordModule } from '@ulna/contract/modules/modules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../../api/session/use-error-text.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { FormActions } from '../../../../ui/base/FormActions.tsx'
import { Hint } from '../../../../ui/base/Hint.tsx'
import { stackClass } from '../../../../ui/base/stack.ts'
import { ErrorBanner } from '../../../../ui/ErrorBanner.tsx'
import { WideDialog } from '../../../../ui/WideDialog.tsx'
import { modulePlace } from '../faults/text-places.ts'
import { someTextAt } from '../model/module-texts.ts'
import { faultsIn, useCheckModule, useImportModule } from '../module-documents.queries.ts'
import { DocumentPreview } from '../preview/DocumentPreview.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportFaults } from './ImportFaults.tsx'
import { readModuleText } from './module-file.ts'

export interface ImportDialogProps {
  /** The modules there are: one of the practice's own with the same id is replaced. */
  modules: readonly RecordModule[]
  onClose: () => void
}

interface ImportOfferProps {
  document: ModuleDocument
  /** The practice's own module it is the next version of. */
  replaced: RecordModule | undefined
}

/** What a file would bring, to be looked at before it is taken. */
const ImportOffer = ({ document, replaced }: ImportOfferProps) => {
  const { t } = useTranslation('moduleEditor')
  const { language } = useDates()
  const name = someTextAt(document, modulePlace('name'), language)
  return (
    <section className={stackClass(16)} aria-label={name}>
      <h3>{name}</h3>
      <p>{someTextAt(document, modulePlace('description'), language)}</p>
      <Hint>
        {t('import.holds', { count: document.classes.length })} · {document.module.licence}
      </Hint>
      <p>{t(replaced ? 'import.replaces' : 'import.adds', { version: replaced?.version ?? 1 })}</p>
      <DocumentPreview document={document} />
    </section>
  )
}

interface Looked {
  readonly document: Record<string, unknown>
  readonly faults: readonly ModuleFault[]
}

/** A module out of a file: what is wrong with it is told with its place; what is right is looked at before it is taken. */
export const ImportDialog = ({ modules, onClose }: ImportDialogProps) => {
  const { t } = useTranslation('moduleEditor')
  const { language } = useDates()
  const { textOf } = useErrorText()
  const [problem, setProblem] = useState<string>()
  const [looked, setLooked] = useState<Looked>()
  const checking = useCheckModule()
  const importing = useImportModule()

  const fail = (error: unknown, document: Record<string, unknown>) => {
    const faults = faultsIn(error)
    if (faults) setLooked({ document, faults })
    else setProblem(textOf(error) || t('import.failed'))
  }
  const read = async (file: File) => {
    setProblem(undefined)
    setLooked(undefined)
    const found = readModuleText(await file.text())
    if (!('document' in found)) {
      setProblem(t(`import.${found.problem}`, { ...found }))
      return
    }
    const { document } = found
    await checking.mutateAsync(document).then(
      (faults) => setLooked({ document, faults }),
      (error: unknown) => fail(error, document),
    )
  }
  const parsed = looked?.faults.length === 0 ? moduleDocument.safeParse(looked.document).data : undefined
  const take = () => {
    if (!looked || !parsed) return
    const name = someTextAt(parsed, modulePlace('name'), language)
    importing
      .mutateAsync({ document: looked.document, done: t('import.done', { name }) })
      .then(onClose, (error: unknown) => fail(error, looked.document))
  }
  const replaced = parsed && modules.find((one) => one.own && one.id === ownId(parsed.module.id))
  return (
    <WideDialog title={t('import.title')} closeLabel={t('import.close')} onClose={onClose} size={760}>
      <div className={stackClass(16)}>
        <ChooseFile pending={checking.isPending} onChoose={(file) => void read(file)} />
        {problem && <ErrorBanner title={problem}>{t('import.nothingTaken')}</ErrorBanner>}
        {looked && looked.faults.length > 0 && <ImportFaults {...looked} />}
        {parsed && <ImportOffer document={parsed} replaced={replaced} />}
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {t('import.cancel')}
          </Button>
          {parsed && (
            <Button loading={importing.isPending} onClick={take}>
              {t('import.take')}
            </Button>
          )}
        </FormActions>
      </div>
    </WideDialog>
  )
}
