import { Button } from '@mantine/core'
import type { BodyMark } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { markText } from '@ulna/contract/record-class/body-chart/record-class.body-chart.rules'
import { marksIn } from '@ulna/contract/record-class/body-chart/record-class.body-chart.values'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Row } from '../../../ui/base/Row.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { FieldGroup } from '../../../ui/fields/FieldGroup.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'
import styles from './BodyChartField.module.css'

const BodyChartDialog = lazyPart(
  () => import('../../body-chart/editor/BodyChartDialog.tsx'),
  'BodyChartDialog',
)
const BodyChartBeside = lazyPart(
  () => import('../../body-chart/editor/BodyChartBeside.tsx'),
  'BodyChartBeside',
)
const BodyChartPicture = lazyPart(() => import('../../body-chart/BodyChartPicture.tsx'), 'BodyChartPicture')

/** Marks on the body: drawn beside the form where there is room, else in short here and drawn in a dialog. Whatever is marked there is in the form at once. */
export const BodyChartField = ({ field }: FieldProps) => {
  const { t } = useTranslation('bodyChart')
  const { named, value, onChange, error, frame } = useRecordField(field)
  const { 'aria-required': _, ...group } = named
  const [opened, setOpened] = useState(false)
  const marks = marksIn(value)
  const last = marksIn(frame.last?.[field.id])
  const words = (key: string, values?: Readonly<Record<string, string | number>>) => t(key, { ...values })
  const change = (next: readonly BodyMark[]) => onChange(next.length > 0 ? { marks: next } : null)

  const chart = { marks, last, onChange: change }
  const { beside } = frame

  return (
    <>
      {beside === undefined ? (
        <FieldGroup {...group} error={error}>
          {marks.length > 0 && (
            <div className={stackClass(8)}>
              <Optional>
                <BodyChartPicture marks={marks} height={220} />
              </Optional>
              <ul className={styles.marks}>
                {marks.map((mark) => (
                  <li key={JSON.stringify(mark)}>{markText(mark, words)}</li>
                ))}
              </ul>
            </div>
          )}
          <Row>
            <Button variant="default" onClick={() => setOpened(true)}>
              {t(marks.length > 0 ? 'change' : 'open')}
            </Button>
            {marks.length === 0 && last.length > 0 && (
              <Button variant="default" onClick={() => change(last)}>
                {t('carry')}
              </Button>
            )}
          </Row>
        </FieldGroup>
      ) : (
        beside &&
        createPortal(
          <Optional>
            <BodyChartBeside
              {...chart}
              id={group.id}
              title={group.label}
              hint={group.hint}
              error={error}
              onEnlarge={() => setOpened(true)}
            />
          </Optional>,
          beside,
        )
      )}
      <Optional>
        {opened && <BodyChartDialog {...chart} title={group.label} onClose={() => setOpened(false)} />}
      </Optional>
    </>
  )
}
