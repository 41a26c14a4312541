import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/base/TextField.tsx'
import { ChoiceField } from '../../../ui/fields/ChoiceField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import type { DicomWindow } from './read-dicom.ts'
import styles from './WindowTools.module.css'
import type { Window } from './window-level.ts'

export interface WindowToolsProps {
  window: Window
  /** Windows that the file was stored with. */
  stored: readonly DicomWindow[]
  /** The window from the darkest to the brightest pixel. */
  full: Window
  onWindow: (window: Window) => void
  drags: 'move' | 'window'
  onDrags: (drags: 'move' | 'window') => void
}

const same = (one: Window, other: Window): boolean =>
  Math.round(one.center) === Math.round(other.center) && Math.round(one.width) === Math.round(other.width)

/** Which values are drawn from black to white: by number, by what the file stores, and whether dragging changes it. */
export const WindowTools = ({ window, stored, full, onWindow, drags, onDrags }: WindowToolsProps) => {
  const { t } = useTranslation('files')
  const presets = [
    ...stored.map((one, index) => ({
      ...one,
      label: one.label ?? t('dicom.presetNumber', { number: index + 1 }),
    })),
    { ...full, label: t('dicom.presetFull') },
  ]
  const current = presets.findIndex((one) => same(one, window))
  const options = presets.map(({ label }, index) => ({ value: String(index), label }))
  return (
    <div className={styles.window}>
      {(['center', 'width'] as const).map((what) => (
        <TextField
          key={what}
          type="number"
          className={styles.number}
          label={t(`dicom.${what}`)}
          value={Math.round(window[what])}
          {...(what === 'width' ? { min: 1 } : {})}
          onChange={(event) => {
            const value = event.currentTarget.valueAsNumber
            const isValid = Number.isFinite(value) && (what === 'center' || value >= 1)
            if (isValid) onWindow({ ...window, [what]: value })
          }}
        />
      ))}
      <SelectField
        className={styles.preset}
        label={t('dicom.preset')}
        value={String(current)}
        options={current < 0 ? [{ value: '-1', label: '—' }, ...options] : options}
        onChange={(event) => {
          const preset = presets[Number(event.currentTarget.value)]
          if (preset) onWindow({ center: preset.center, width: preset.width })
        }}
      />
      <ChoiceField
        legend={t('dicom.drag')}
        name="drag"
        value={drags}
        choices={[
          { value: 'move', label: t('dicom.dragMove') },
          { value: 'window', label: t('dicom.dragWindow') },
        ]}
        onChange={onDrags}
      />
    </div>
  )
}
