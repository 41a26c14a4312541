import type { RecordModule } from '@ulna/contract/modules/modules'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { CheckIcon } from '../../ui/icons/base-icons.tsx'
import { Pill } from '../../ui/pills/Pill.tsx'
import { ModuleAction } from './ModuleAction.tsx'
import styles from './ModuleCard.module.css'
import { ModuleDrawing } from './ModuleDrawing.tsx'
import { ModuleMenu } from './ModuleMenu.tsx'
import { moduleText } from './module-words.ts'
import type { ModuleChange } from './modules.queries.ts'

export interface ModuleState {
  installed: boolean
  /** Records of this practice were written with it. */
  used: boolean
}

export const ModulePills = ({ own, installed, used }: ModuleState & { own: boolean }) => {
  const { t } = useTranslation('modules')
  return (
    <>
      {own && <Pill tone="outline">{t('own')}</Pill>}
      {installed && (
        <Pill tone="accent" icon={<CheckIcon size={15} />}>
          {t('installed')}
        </Pill>
      )}
      {used && <Pill>{t('used')}</Pill>}
    </>
  )
}

export interface ModuleCardProps extends ModuleState {
  module: RecordModule
  onOpen: () => void
  onAsk: (change: ModuleChange) => void
}

/** One module: what it is for, whether it is there, and what can be done with it. */
export const ModuleCard = ({ module, installed, used, onOpen, onAsk }: ModuleCardProps) => {
  const { t } = useTranslation('modules')
  const { language } = useDates()
  const name = moduleText(module, language, module.name)
  const about = [
    t(`views.${module.category}`),
    t('forms', { count: module.recordClasses.length }),
    module.licence,
  ]
  return (
    <article className={styles.card} aria-label={name}>
      <div className={styles.art}>
        <ModuleDrawing category={module.category} />
      </div>
      <div className={styles.text}>
        <div className={styles.title}>
          <h2>
            <button type="button" className={styles.open} onClick={onOpen}>
              {name}
            </button>
          </h2>
          <ModulePills own={module.own} installed={installed} used={used} />
        </div>
        <p className={styles.description}>{moduleText(module, language, module.description)}</p>
        <div className={styles.foot}>
          <span className={classNames(hintClass, styles.about)}>{about.join(' · ')}</span>
          <span className={styles.action}>
            <ModuleAction module={module} name={name} installed={installed} onAsk={onAsk} />
            <ModuleMenu module={module} name={name} />
          </span>
        </div>
      </div>
    </article>
  )
}
