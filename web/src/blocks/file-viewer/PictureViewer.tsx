import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Size } from './geometry.ts'
import { Stage } from './Stage.tsx'
import { ViewTools } from './ViewTools.tsx'
import { plainView } from './view-state.ts'

export interface PictureViewerProps {
  url: string
  name: string
  /** Of the stored picture; what is shown may have fewer pixels. */
  size: Size
  /** The browser cannot show it. */
  onBroken: () => void
}

/** One picture to look at closely. Nothing that is done here changes the file. */
export const PictureViewer = ({ url, name, size, onBroken }: PictureViewerProps) => {
  const { t } = useTranslation('files')
  const [view, setView] = useState(plainView)
  return (
    <>
      <Stage picture={size} view={view} onView={setView} label={t('view.stage', { name })}>
        {(style) => <img src={url} alt={name} style={style} draggable={false} onError={onBroken} />}
      </Stage>
      <ViewTools view={view} onView={setView} />
    </>
  )
}
