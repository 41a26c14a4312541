import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Slider } from '../Slider.tsx'
import { useSize } from '../use-size.ts'
import { fitScale } from '../view-state.ts'
import styles from './CompareView.module.css'
import { type ComparedPhoto, matrixOf, type Placement } from './comparison.ts'

export interface OverlaidPhotosProps {
  first: ComparedPhoto
  second: ComparedPhoto
  placement: Placement
  mode: 'slider' | 'onion'
}

/** The second photo over the first: right of a curtain, or shining through. */
export const OverlaidPhotos = ({ first, second, placement, mode }: OverlaidPhotosProps) => {
  const { t } = useTranslation('files')
  const [share, setShare] = useState(50)
  const { ref, size } = useSize()
  const scale = fitScale(first.size, size, 0)
  const frame = { width: first.size.width * scale, height: first.size.height * scale }
  const isSlider = mode === 'slider'
  const layer = isSlider ? { clipPath: `inset(0 0 0 ${share}%)` } : { opacity: share / 100 }
  return (
    <>
      <div ref={ref} className={styles.place}>
        <div className={styles.frame} style={frame}>
          <img src={first.url} alt={first.name} draggable={false} />
          <div className={styles.layer} style={layer}>
            <div className={styles.scaled} style={{ transform: `scale(${scale})` }}>
              <img
                src={second.url}
                alt={second.name}
                draggable={false}
                style={{
                  width: second.size.width,
                  height: second.size.height,
                  transform: matrixOf(placement.similarity),
                }}
              />
            </div>
          </div>
          {isSlider && <i className={styles.curtain} style={{ left: `${share}%` }} />}
        </div>
      </div>
      <Slider
        label={t(isSlider ? 'compare.divide' : 'compare.opacity')}
        value={share}
        min={0}
        max={100}
        said={t('view.zoom', { zoom: share })}
        onChange={setShare}
      />
    </>
  )
}
