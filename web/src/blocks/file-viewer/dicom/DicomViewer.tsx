import type { RecordFile } from '@ulna/contract/records/records'
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Slider } from '../Slider.tsx'
import { Stage } from '../Stage.tsx'
import { StageLoading, StageMessage } from '../StageMessage.tsx'
import { ViewTools } from '../ViewTools.tsx'
import { plainView } from '../view-state.ts'
import { type DicomImage, readDicom } from './read-dicom.ts'
import { type DicomPicture, drawPicture, useDicomPicture } from './use-dicom-picture.ts'
import { WindowTools } from './WindowTools.tsx'
import type { Window } from './window-level.ts'

interface CanvasProps {
  picture: DicomPicture
  image: DicomImage
  window: Window
  label: string
  style: CSSProperties
}

const Canvas = ({ picture, image, window, label, style }: CanvasProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawPicture(canvas.current, picture, image, window)
  }, [picture, image, window])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={image.width}
      height={image.height}
      style={style}
    />
  )
}

/** Arrows with Shift change the window: one step is a fiftieth of what there is. */
const windowMoves: Readonly<Record<string, readonly [center: number, width: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

const DicomImageView = ({ image, name }: { image: DicomImage; name: string }) => {
  const { t } = useTranslation('files')
  const [view, setView] = useState(plainView)
  const [index, setIndex] = useState(0)
  const [chosen, setChosen] = useState<Window>()
  const [drags, setDrags] = useState<'move' | 'window'>('move')
  const picture = useDicomPicture(image, index)
  if (picture === 'broken') return <StageMessage role="alert">{t('dicom.broken')}</StageMessage>
  if (!picture) return <StageLoading name={name} />
  const full = picture.kind === 'grey' ? picture.full : undefined
  const window = chosen ?? image.windows[0] ?? full ?? { center: 128, width: 256 }
  const step = (full ?? window).width / 50

  const shift = (center: number, width: number): void =>
    setChosen({ center: window.center + center, width: Math.max(1, window.width + width) })
  const press = (event: KeyboardEvent): boolean => {
    const move = event.shiftKey && full ? windowMoves[event.key] : undefined
    if (move) shift(move[0] * step, move[1] * step)
    return move !== undefined
  }
  const dragWindow = (dx: number, dy: number): void => shift((-dy * step) / 10, (dx * step) / 10)

  return (
    <>
      <Stage
        picture={image}
        view={view}
        onView={setView}
        label={t('view.stage', { name })}
        onKey={press}
        onDrag={full && drags === 'window' ? dragWindow : undefined}
      >
        {(style) => <Canvas picture={picture} image={image} window={window} label={name} style={style} />}
      </Stage>
      {full && (
        <WindowTools
          window={window}
          stored={image.windows}
          full={full}
          onWindow={setChosen}
          drags={drags}
          onDrags={setDrags}
        />
      )}
      {image.frames > 1 && (
        <Slider
          label={t('dicom.frame', { frame: index + 1, count: image.frames })}
          value={index}
          min={0}
          max={image.frames - 1}
          onChange={setIndex}
        />
      )}
      <ViewTools
        view={view}
        onView={setView}
        keys={full ? [{ keys: t('dicom.shiftArrows'), does: t('dicom.keysWindow') }] : []}
      />
    </>
  )
}

/** What a DICOM file may hold in place of a picture. */
export type DicomContent = Exclude<
  NonNullable<NonNullable<RecordFile['dicom']>['content']>,
  'picture' | 'other'
>

export interface DicomViewerProps {
  blob: Blob
  name: string
  /** What the server found in the file; undefined where that is pictures, or nothing that is known here. */
  content: DicomContent | undefined
}

const useBytes = (blob: Blob): Uint8Array | undefined => {
  const [bytes, setBytes] = useState<Uint8Array>()
  useEffect(() => {
    let isWanted = true
    void blob.arrayBuffer().then((buffer) => {
      if (isWanted) setBytes(new Uint8Array(buffer))
    })
    return () => {
      isWanted = false
    }
  }, [blob])
  return bytes
}

/** A DICOM picture, opened here in the browser; what it cannot open it says in words. */
export const DicomViewer = ({ blob, name, content }: DicomViewerProps) => {
  const { t } = useTranslation('files')
  const bytes = useBytes(blob)
  const image = useMemo(() => bytes && readDicom(bytes), [bytes])
  if (content) return <StageMessage role="status">{t(`dicom.content.${content}`)}</StageMessage>
  if (!image) return <StageLoading name={name} />
  if (!('fault' in image)) return <DicomImageView image={image} name={name} />
  return (
    <StageMessage role="alert">
      {image.fault === 'unsupported'
        ? t('dicom.unsupported', { syntax: image.syntax })
        : t(`dicom.${image.fault}`)}
    </StageMessage>
  )
}
