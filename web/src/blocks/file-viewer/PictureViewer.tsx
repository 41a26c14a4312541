import { type CSSProperties, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Size } from './geometry.ts'
import { Stage } from './Stage.tsx'
import { ViewTools } from './ViewTools.tsx'
import { isCoarse, plainView } from './view-state.ts'

export interface PictureViewerProps {
  url: string
  name: string
  /** Size of the stored picture; what is shown may have fewer pixels. */
  size: Size
  /** It is looked at so closely that what is shown has too few pixels. */
  onCloser: () => void
  /** The browser cannot show it. */
  onBroken: () => void
}

interface PictureProps extends Omit<PictureViewerProps, 'size'> {
  style: CSSProperties
  coarse: boolean
}

/** Goes on showing what it has until what has more pixels is there. */
const Picture = ({ url, name, style, coarse, onCloser, onBroken }: PictureProps) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when it becomes too coarse
  useEffect(() => {
    if (coarse) onCloser()
  }, [coarse])
  return <img src={url} alt={name} style={style} draggable={false} onError={onBroken} />
}

/** One picture to look at closely. Nothing that is done here changes the file. */
export const PictureViewer = ({ size, ...shown }: PictureViewerProps) => {
  const { t } = useTranslation('files')
  const [view, setView] = useState(plainView)
  return (
    <>
      <Stage picture={size} view={view} onView={setView} label={t('view.stage', { name: shown.name })}>
        {(style, scale) => (
          <Picture {...shown} style={style} coarse={isCoarse(size, scale, window.devicePixelRatio)} />
        )}
      </Stage>
      <ViewTools view={view} onView={setView} />
    </>
  )
}
