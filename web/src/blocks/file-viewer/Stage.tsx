import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import type { Size } from './geometry.ts'
import styles from './Stage.module.css'
import { viewKey } from './stage-keys.ts'
import { useSize } from './use-size.ts'
import { useStagePointer } from './use-stage-pointer.ts'
import { fitScale, keepInSight, type View } from './view-state.ts'

export interface StageProps {
  /** Size of what is shown, in its own pixels. */
  picture: Size
  view: View
  onView: (how: (view: View) => View) => void
  /** What is shown, and which keys there are. */
  label: string
  /** What dragging does in place of moving the picture. */
  onDrag?: ((dx: number, dy: number) => void) | undefined
  /** Keys of its own; true when it took one. */
  onKey?: (event: KeyboardEvent) => boolean
  /** Draws the picture with the given place and size; `scale` is of its own pixels. */
  children: (style: CSSProperties, scale: number) => ReactNode
}

/** Where a picture is looked at: enlarged, moved and turned, by wheel, fingers, mouse and keys. */
export const Stage = ({ picture, view, onView, label, onDrag, onKey, children }: StageProps) => {
  const { ref, element, size } = useSize()
  const change = (how: (view: View) => View): void =>
    onView((before) => keepInSight(how(keepInSight(before, picture, size)), picture, size))
  const pointer = useStagePointer(element, { change, onDrag })
  const shown = keepInSight(view, picture, size)
  const scale = fitScale(picture, size, shown.turned) * shown.zoom

  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isTaken = onKey?.(event) ?? false
    const how = isTaken ? undefined : viewKey(event.key, event.shiftKey)
    if (how) change(how)
    if (isTaken || how) event.preventDefault()
  }

  return (
    <div
      {...pointer}
      className={styles.stage}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys
      tabIndex={0}
      aria-label={label}
      data-autofocus
      ref={ref}
      onKeyDown={press}
    >
      {children(
        {
          width: picture.width,
          height: picture.height,
          transform: `translate(-50%, -50%) translate(${shown.x}px, ${shown.y}px) rotate(${shown.turned}deg) scale(${scale})`,
          filter: `brightness(${shown.brightness}%) contrast(${shown.contrast}%)`,
        },
        // Nobody sees anything of it before it is known how large the stage is.
        size.width === 0 ? 0 : scale,
      )}
    </div>
  )
}
