import { moduleCategories } from '@ulna/contract/modules/record-module'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/base/Card.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { useEditor } from './editor-context.ts'
import { modulePlace } from './faults/text-places.ts'
import { TextEntry } from './fields/TextEntry.tsx'
import styles from './ModuleEditor.module.css'
import { changeModule } from './model/model-changes.ts'

const categories = moduleCategories.filter((one) => one !== 'standard')

/** What the module is called, what it is for, and how its content may be used. */
export const ModuleFacts = () => {
  const { t } = useTranslation(['moduleEditor', 'modules'])
  const { model, change } = useEditor()
  const { category, licence } = model.document.module
  return (
    <Card title={t('module.title')}>
      <div className={styles.fields}>
        <TextEntry at={modulePlace('name')} label={t('module.name')} />
        <TextEntry at={modulePlace('description')} label={t('module.description')} multiline />
        <div className={styles.pair}>
          <SelectField
            label={t('module.category')}
            value={category}
            options={categories.map((value) => ({ value, label: t(`modules:views.${value}`) }))}
            onChange={(event) => {
              const chosen = categories.find((one) => one === event.currentTarget.value)
              if (chosen) change((now) => changeModule(now, { category: chosen }))
            }}
          />
          <TextField
            label={t('module.licence')}
            hint={t('module.licenceHint')}
            value={licence}
            maxLength={100}
            onChange={({ currentTarget: { value } }) =>
              change((now) => changeModule(now, { licence: value }), 'licence')
            }
          />
        </div>
      </div>
    </Card>
  )
}
