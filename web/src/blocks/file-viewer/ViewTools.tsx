import { type ReactNode, useState } from 'react'
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
import { Slider } from './Slider.tsx'
import styles from './ViewTools.module.css'
import { fitted, isPlain, plainView, turnBy, type View, zoomAt, zoomStep } from './view-state.ts'

export interface ViewToolsProps {
  view: View
  onView: (how: (view: View) => View) => void
  /** Keys that only this viewer has. */
  keys?: readonly KeyHint[]
}

/** The bar below what is looked at. */
export const ToolBar = ({ children }: { children: ReactNode }) => (
  <div className={styles.tools}>{children}</div>
)

export interface ZoomToolsProps {
  /** Factor; 1 is as large as fits. */
  zoom: number
  onZoom: (factor: number) => void
  onFit: () => void
}

export const ZoomTools = ({ zoom, onZoom, onFit }: ZoomToolsProps) => {
  const { t } = useTranslation('files')
  return (
    <>
      <IconButton label={t('view.zoomOut')} onClick={() => onZoom(1 / zoomStep)}>
        <ZoomOutIcon />
      </IconButton>
      <span className={styles.figure} aria-hidden="true">
        {t('view.zoom', { zoom: Math.round(zoom * 100) })}
      </span>
      <IconButton label={t('view.zoomIn')} onClick={() => onZoom(zoomStep)}>
        <ZoomInIcon />
      </IconButton>
      <IconButton label={t('view.fit')} onClick={onFit}>
        <FitIcon />
      </IconButton>
    </>
  )
}

/** The buttons of a picture, and what they did in words. */
export const ViewTools = ({ view, onView, keys = [] }: ViewToolsProps) => {
  const { t } = useTranslation('files')
  const [showsLight, setShowsLight] = useState(false)
  return (
    <ToolBar>
      <ZoomTools
        zoom={view.zoom}
        onZoom={(factor) => onView((before) => zoomAt(before, factor))}
        onFit={() => onView(fitted)}
      />
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
      <KeyHelp keys={keys} />
      {showsLight && (
        <div className={styles.light}>
          {(['brightness', 'contrast'] as const).map((what) => (
            <Slider
              key={what}
              label={t(`view.${what}`)}
              value={view[what]}
              min={20}
              max={300}
              step={5}
              said={view[what]}
              onChange={(value) => onView((before) => ({ ...before, [what]: value }))}
            />
          ))}
        </div>
      )}
      <VisuallyHidden>
        <span role="status">{t('view.state', { ...view, zoom: Math.round(view.zoom * 100) })}</span>
      </VisuallyHidden>
    </ToolBar>
  )
}
