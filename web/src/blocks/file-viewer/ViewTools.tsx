import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton.tsx'
import {
  FitIcon,
  HistoryIcon,
  LightIcon,
  TurnIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from '../../ui/icons/viewer-icons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { KeyHelp, type KeyHint } from './KeyHelp.tsx'
import styles from './ViewTools.module.css'
import { fitted, isPlain, plainView, turnBy, type View, zoomAt, zoomStep } from './view-state.ts'

export interface ViewToolsProps {
  view: View
  onView: (how: (view: View) => View) => void
  /** Keys that only this viewer has. */
  keys?: readonly KeyHint[]
  /** Tools that only this viewer has. */
  children?: ReactNode
}

const Light = ({ view, onView }: ViewToolsProps) => {
  const { t } = useTranslation('files')
  const id = useId()
  return (
    <div className={styles.light}>
      {(['brightness', 'contrast'] as const).map((what) => (
        <label key={what} htmlFor={`${id}-${what}`} className={styles.slider}>
          <span>{t(`view.${what}`)}</span>
          <input
            id={`${id}-${what}`}
            type="range"
            min={20}
            max={300}
            step={5}
            value={view[what]}
            onChange={(event) => {
              const value = Number(event.currentTarget.value)
              onView((before) => ({ ...before, [what]: value }))
            }}
          />
          <output>{view[what]}</output>
        </label>
      ))}
    </div>
  )
}

/** The buttons of a picture, and what they did in words. */
export const ViewTools = ({ view, onView, keys = [], children }: ViewToolsProps) => {
  const { t } = useTranslation('files')
  const [showsLight, setShowsLight] = useState(false)
  const zoom = Math.round(view.zoom * 100)
  return (
    <div className={styles.tools}>
      <IconButton label={t('view.zoomOut')} onClick={() => onView((before) => zoomAt(before, 1 / zoomStep))}>
        <ZoomOutIcon />
      </IconButton>
      <span className={styles.figure} aria-hidden="true">
        {t('view.zoom', { zoom })}
      </span>
      <IconButton label={t('view.zoomIn')} onClick={() => onView((before) => zoomAt(before, zoomStep))}>
        <ZoomInIcon />
      </IconButton>
      <IconButton label={t('view.fit')} onClick={() => onView(fitted)}>
        <FitIcon />
      </IconButton>
      <IconButton label={t('view.turnLeft')} onClick={() => onView((before) => turnBy(before, -1))}>
        <span className={styles.mirrored}>
          <TurnIcon />
        </span>
      </IconButton>
      <IconButton label={t('view.turnRight')} onClick={() => onView((before) => turnBy(before, 1))}>
        <TurnIcon />
      </IconButton>
      <IconButton
        label={t('view.light')}
        aria-expanded={showsLight}
        onClick={() => setShowsLight(!showsLight)}
      >
        <LightIcon />
      </IconButton>
      {!isPlain(view) && (
        <IconButton label={t('view.reset')} onClick={() => onView(() => plainView)}>
          <HistoryIcon />
        </IconButton>
      )}
      {children}
      <KeyHelp keys={keys} />
      {showsLight && <Light view={view} onView={onView} />}
      <VisuallyHidden>
        <span role="status">{t('view.state', { ...view, zoom })}</span>
      </VisuallyHidden>
    </div>
  )
}
