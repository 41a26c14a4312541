import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../ui/base/Hint.tsx'
import { ChoiceField } from '../../../ui/fields/ChoiceField.tsx'
import { ComparePanel, type CompareTool } from './ComparePanel.tsx'
import styles from './CompareView.module.css'
import {
  angleOf,
  type ComparedPhoto,
  isUntouched,
  type PhotoPoints,
  placeOf,
  startPoints,
} from './comparison.ts'
import { OverlaidPhotos } from './OverlaidPhotos.tsx'

type Mode = 'side' | 'slider' | 'onion'

const modes = ['side', 'slider', 'onion'] as const
const tools = ['look', 'align', 'angle'] as const

export interface CompareViewProps {
  first: ComparedPhoto
  second: ComparedPhoto
}

const Angles = ({ angles }: { angles: readonly [number | undefined, number | undefined] }) => {
  const { t } = useTranslation('files')
  const degrees = (angle: number | undefined): string =>
    angle === undefined ? t('compare.noAngle') : t('compare.degrees', { degrees: Math.round(angle) })
  const [one, other] = angles
  const words = [
    t('compare.angleOf', { photo: t('compare.first'), degrees: degrees(one) }),
    t('compare.angleOf', { photo: t('compare.second'), degrees: degrees(other) }),
  ]
  if (one !== undefined && other !== undefined)
    words.push(t('compare.difference', { degrees: degrees(Math.abs(Math.round(one) - Math.round(other))) }))
  return <>{words.join(' · ')}</>
}

/** Two photos of a patient: side by side, with a curtain or one through the other; aligned and measured. */
export const CompareView = ({ first, second }: CompareViewProps) => {
  const { t } = useTranslation('files')
  const [mode, setMode] = useState<Mode>('side')
  const [tool, setTool] = useState<CompareTool>('look')
  const [points, setPoints] = useState<readonly [PhotoPoints, PhotoPoints]>([startPoints, startPoints])
  const [ofFirst, ofSecond] = points
  const placement = placeOf(first, ofFirst, second, ofSecond)
  const isTouched = !isUntouched(ofFirst) || !isUntouched(ofSecond)
  return (
    <>
      <section
        className={styles.compare}
        aria-label={t('compare.stage', { first: first.name, second: second.name })}
      >
        {mode === 'side' ? (
          <div className={styles.panels}>
            <ComparePanel
              photo={first}
              title={t('compare.first')}
              tool={tool}
              points={ofFirst}
              onPoints={(next) => setPoints([next, ofSecond])}
            />
            <ComparePanel
              photo={second}
              title={t('compare.second')}
              tool={tool}
              points={ofSecond}
              onPoints={(next) => setPoints([ofFirst, next])}
            />
          </div>
        ) : (
          <OverlaidPhotos first={first} second={second} placement={placement} mode={mode} />
        )}
      </section>
      <div className={styles.tools}>
        <ChoiceField
          legend={t('compare.mode')}
          name="mode"
          value={mode}
          choices={modes.map((one) => ({ value: one, label: t(`compare.${one}`) }))}
          onChange={setMode}
        />
        {mode === 'side' && (
          <ChoiceField
            legend={t('compare.tool')}
            name="tool"
            value={tool}
            choices={tools.map((one) => ({ value: one, label: t(`compare.${one}`) }))}
            onChange={setTool}
          />
        )}
        <p className={styles.words} role="status">
          {mode === 'side' && tool === 'angle' && (
            <Angles angles={[angleOf(ofFirst, first.size), angleOf(ofSecond, second.size)]} />
          )}
          {isTouched &&
            (mode !== 'side' || tool === 'align') &&
            t(placement.isAligned ? 'compare.aligned' : 'compare.unaligned')}
        </p>
        {mode === 'side' && tool !== 'look' && (
          <Hint className={styles.hint}>
            {t(tool === 'align' ? 'compare.alignHint' : 'compare.angleHint')}
          </Hint>
        )}
      </div>
    </>
  )
}
