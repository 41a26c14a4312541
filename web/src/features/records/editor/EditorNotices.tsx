import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { calloutClass } from '../../../ui/base/callout.ts'
import { ApartNotice } from './ApartNotice.tsx'
import styles from './RecordEditor.module.css'

export interface EditorNoticesProps {
  /** When the draft that the form starts with was written; undefined when it starts anew. */
  restoredFrom: string | undefined
  /** The record changed after that. */
  isStale: boolean
  onStartOver: () => void
  /** Another window writes to the same draft. */
  isApart: boolean
  onJoin: () => void
  onKeepMine: () => void
  /** Why the record was not saved. */
  problem: string | undefined
  /** What is said of a record that somebody else changed meanwhile. */
  conflict: ReactNode
}

/** What stands between the title of a form and its fields: where its text came from, and what is in its way. */
export const EditorNotices = (props: EditorNoticesProps) => {
  const { t } = useTranslation('record')
  const { restoredFrom, isStale, isApart, problem, conflict } = props
  return (
    <>
      {restoredFrom !== undefined && (
        <div className={calloutClass('info', styles.banner)} role="status">
          <p>{t(isStale ? 'draft.restoredStale' : 'draft.restored', { when: restoredFrom })}</p>
          <Button variant="subtle" onClick={props.onStartOver}>
            {t('draft.startOver')}
          </Button>
        </div>
      )}
      {isApart && <ApartNotice onJoin={props.onJoin} onKeepMine={props.onKeepMine} />}
      {conflict}
      {problem && (
        <div className={calloutClass('warn', styles.banner)} role="alert">
          <p>{problem}</p>
        </div>
      )}
    </>
  )
}
