import { Button } from '@mantine/core'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordSummary } from '../../../blocks/record-summary/RecordSummary.tsx'
import { calloutClass } from '../../../ui/base/callout.ts'
import type { RecordWords } from '../use-record-words.ts'
import styles from './RecordEditor.module.css'

export interface ConflictBannerProps {
  theirs: RecordRow
  recordClass: RecordClass
  words: RecordWords
  pending: boolean
  /** Absent while nothing was sent from here: saving asks then. */
  onSaveMine?: (() => void) | undefined
  onSeeTheirs: () => void
}

/** Somebody saved another version meanwhile. What was typed stays on the screen; theirs can be read beside it. */
export const ConflictBanner = ({
  theirs,
  recordClass,
  words,
  pending,
  onSaveMine,
  onSeeTheirs,
}: ConflictBannerProps) => {
  const { t } = useTranslation('writing')
  const [shown, setShown] = useState(false)
  return (
    <div className={calloutClass('warn', styles.banner)} role={onSaveMine ? 'alert' : 'status'}>
      <div className={styles.words}>
        <strong>{t('conflict.title')}</strong>
        <p>
          {t(onSaveMine ? 'conflict.text' : 'newer.text', {
            when: words.moment(theirs.updatedAt ?? theirs.createdAt),
            author: theirs.author.fullName,
          })}
        </p>
      </div>
      <Button variant="subtle" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'conflict.hide' : 'conflict.show')}
      </Button>
      {shown && (
        <section className={calloutClass('plain', styles.theirs)} aria-label={t('conflict.theirs')}>
          <RecordSummary recordClass={recordClass} data={theirs.data ?? {}} />
        </section>
      )}
      <Button variant="default" onClick={onSeeTheirs}>
        {t('conflict.seeTheirs')}
      </Button>
      {onSaveMine && (
        <Button variant="light" loading={pending} onClick={onSaveMine}>
          {t('conflict.saveMine')}
        </Button>
      )}
    </div>
  )
}
