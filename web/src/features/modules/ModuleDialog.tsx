import type { InstalledModule, RecordModule } from '@ulna/contract/modules/modules'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { Hint, hintClass } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ChevronDownIcon } from '../../ui/icons/shared-icons.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { ModuleAction } from './ModuleAction.tsx'
import { ModulePills } from './ModuleCard.tsx'
import styles from './ModuleDialog.module.css'
import { ModuleMenu } from './ModuleMenu.tsx'
import { moduleText } from './module-words.ts'
import type { ModuleChange } from './modules.queries.ts'

const ClassPreview = lazyPart(() => import('./ClassPreview.tsx'), 'ClassPreview')

export interface ModuleDialogProps {
  module: RecordModule
  /** When and by whom it was installed; undefined where it is not. */
  installation: Pick<InstalledModule, 'installedAt' | 'installedBy'> | undefined
  used: boolean
  onAsk: (change: ModuleChange) => void
  onClose: () => void
}

/** Languages by their names, in the language of the reader. */
const languageNames = (module: RecordModule, language: string): string => {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const known = Object.keys(module.locales).map((code) => names.of(code) ?? code)
  return new Intl.ListFormat(language).format(known)
}

const Facts = ({ module, installation }: Pick<ModuleDialogProps, 'module' | 'installation'>) => {
  const { t } = useTranslation('modules')
  const dates = useDates()
  const at = installation?.installedAt
  const by = installation?.installedBy
  const facts = [
    [t('facts.category'), t(`views.${module.category}`)],
    [t('facts.languages'), languageNames(module, dates.language)],
    [t('facts.licence'), module.licence],
    [t('facts.version'), String(module.version)],
    ...(at ? [[t('facts.installed'), [dates.instantDay(at), by].filter(Boolean).join(' · ')]] : []),
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt className={hintClass}>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

const Forms = ({ module }: { module: RecordModule }) => {
  const { t } = useTranslation('modules')
  const { language } = useDates()
  const [shown, setShown] = useState<string>()
  return (
    <ul className={styles.forms}>
      {module.recordClasses.map((one) => {
        const isShown = one.classId === shown
        return (
          <li key={one.classId}>
            <button
              type="button"
              className={styles.form}
              aria-expanded={isShown}
              onClick={() => setShown(isShown ? undefined : one.classId)}
            >
              <span className={styles.formWords}>
                <span className={styles.formName}>{moduleText(module, language, one.name)}</span>
                {one.description && (
                  <span className={classNames(hintClass, styles.formText)}>
                    {moduleText(module, language, one.description)}
                  </span>
                )}
              </span>
              <ChevronDownIcon className={styles.chevron} />
            </button>
            {isShown && (
              <Suspense fallback={<SkeletonRows rows={3} label={t('preview.loading')} />}>
                <ClassPreview classId={one.classId} version={one.version} />
              </Suspense>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Everything about a module: its forms to look into, whom it is owed to, and what may be done with it. */
export const ModuleDialog = ({ module, installation, used, onAsk, onClose }: ModuleDialogProps) => {
  const { t } = useTranslation('modules')
  const { language } = useDates()
  const name = moduleText(module, language, module.name)
  const installed = installation !== undefined
  return (
    <Dialog title={name} closeLabel={t('close')} onClose={onClose} size={760}>
      <div className={styles.about}>
        {(installed || used || module.own) && (
          <Row>
            <ModulePills own={module.own} installed={installed} used={used} />
          </Row>
        )}
        <p>{moduleText(module, language, module.description)}</p>
        <Facts module={module} installation={installation} />
        <Row>
          <ModuleAction module={module} name={name} installed={installed} onAsk={onAsk} />
          <ModuleMenu module={module} name={name} />
        </Row>
        <section aria-labelledby={`${module.id}-forms`}>
          <h3 id={`${module.id}-forms`}>{t('forms', { count: module.recordClasses.length })}</h3>
          <Hint>{t('preview.lead')}</Hint>
          <Forms module={module} />
        </section>
        {module.sources.length > 0 && (
          <section aria-labelledby={`${module.id}-sources`}>
            <h3 id={`${module.id}-sources`}>{t('sources')}</h3>
            <ul className={classNames(hintClass, styles.sources)}>
              {module.sources.map((source) => (
                <li key={source}>{source}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
