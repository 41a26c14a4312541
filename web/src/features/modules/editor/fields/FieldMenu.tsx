import type { RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import { useTranslation } from 'react-i18next'
import { MoreIcon } from '../../../../ui/icons/record-icons.tsx'
import { ActionMenu, MenuGroup, MenuItem } from '../../../../ui/shell/ActionMenu.tsx'
import { focusLater, useEditor } from '../editor-context.ts'
import { sectionPlace } from '../faults/text-places.ts'
import { changeClass } from '../model/model-changes.ts'
import { someTextAt } from '../model/module-texts.ts'
import {
  type Container,
  containerOf,
  containersOf,
  fieldIn,
  isInside,
  withFieldIn,
  withoutField,
} from './class-fields.ts'
import { duplicateField } from './field-changes.ts'
import { useFieldName } from './use-field-name.ts'

export interface FieldMenuProps {
  recordClass: RecordClassFile
  field: RecordField
  name: string
}

/** Sections and groups a field can go to, each by its name. */
const usePlaces = (recordClass: RecordClassFile, id: string): { container: Container; name: string }[] => {
  const { t } = useTranslation('moduleEditor')
  const { model, language } = useEditor()
  const fieldName = useFieldName(recordClass.classId)
  const nameOf = (container: Container): string => {
    const [kind, holder = ''] = container.split(':')
    const group = kind === 'group' ? fieldIn(recordClass, holder) : undefined
    if (group) return fieldName(group)
    const number = recordClass.sections.findIndex((one) => one.id === holder) + 1
    const at = sectionPlace(recordClass.classId, holder)
    return someTextAt(model.document, at, language) || t('unnamed.section', { number })
  }
  const here = containerOf(recordClass, id)
  return containersOf(recordClass)
    .filter((one) => one !== here && !isInside(recordClass, one, id))
    .map((container) => ({ container, name: nameOf(container) }))
}

/** What else can be done with a field. */
export const FieldMenu = ({ recordClass, field, name }: FieldMenuProps) => {
  const { t } = useTranslation('moduleEditor')
  const { model, change, remove, showField, say } = useEditor()
  const places = usePlaces(recordClass, field.id)
  const { classId } = recordClass
  const copy = () => {
    const [next, id] = duplicateField(model, classId, field.id)
    change(() => next)
    showField(id)
    focusLater(`label-${id}`)
  }
  const carry = (container: Container, to: string) => {
    const place = { container, index: Number.MAX_SAFE_INTEGER }
    change((now) => changeClass(now, classId, (one) => withFieldIn(one, field.id, place)))
    say(t('order.carried', { name, to }))
    focusLater(`field-${field.id}`)
  }
  const withoutThis = (one: RecordClassFile) => withoutField(one, field.id)
  return (
    <ActionMenu label={t('more', { name })} trigger={<MoreIcon />} align="end">
      <MenuItem onSelect={copy}>{t('duplicate')}</MenuItem>
      <MenuItem onSelect={() => remove(name, (now) => changeClass(now, classId, withoutThis))}>
        {t('remove')}
      </MenuItem>
      {places.length > 0 && (
        <MenuGroup label={t('order.carry')}>
          {places.map((one) => (
            <MenuItem key={one.container} onSelect={() => carry(one.container, one.name)}>
              {one.name}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
    </ActionMenu>
  )
}
