import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Addendum, RecordRow } from '@ulna/contract/records/records'
import type { Decision } from '@ulna/contract/records/records.policy'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Row } from '../../../ui/base/Row.tsx'
import { PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { draftsQuery } from '../records.queries.ts'
import type { RecordWords } from '../use-record-words.ts'
import { Addenda } from './Addenda.tsx'
import { AddendumForm } from './AddendumForm.tsx'
import { textsOfAddendum } from './addendum-draft.ts'
import styles from './RecordTrail.module.css'

const VersionsDialog = lazyPart(() => import('./VersionsDialog.tsx'), 'VersionsDialog')

export interface RecordTrailProps {
  record: RecordRow
  /** The additions to this record, oldest first. */
  addenda: readonly Addendum[]
  /** Whether this person may add to it. */
  right: Decision
  title: string
  words: RecordWords
  /** Age of the patient. */
  ageInYears: number | null
}

/** What happened to a record since it was written: its versions, and what its author added. */
export const RecordTrail = ({ record, addenda, right, title, words, ageInYears }: RecordTrailProps) => {
  const { t } = useTranslation(['history', 'error'])
  const [open, setOpen] = useState<'versions' | 'addendum'>()
  const close = () => setOpen(undefined)
  const drafts = useQuery({ ...draftsQuery(record.ownerId), enabled: right === 'allowed' })
  const isBegun = textsOfAddendum(drafts.data ?? [], record.id).length > 0
  const offersAddendum = right !== 'record_voided' && open !== 'addendum'
  return (
    <div className={styles.trail}>
      <Addenda addenda={addenda} words={words} />
      {open === 'addendum' && <AddendumForm record={record} words={words} onClose={close} />}
      <Row>
        {record.versions > 1 && (
          <Button variant="subtle" px={12} onClick={() => setOpen('versions')}>
            {t('versions.open', { count: record.versions })}
          </Button>
        )}
        {offersAddendum && (
          <ReasonedButton
            variant="subtle"
            leftSection={<PlusIcon />}
            reason={
              right === 'allowed'
                ? undefined
                : t(right === 'author_required' ? 'addenda.authorOnly' : `error:${right}`)
            }
            onClick={() => setOpen('addendum')}
          >
            {t(isBegun ? 'addenda.continue' : 'addenda.add')}
          </ReasonedButton>
        )}
      </Row>
      <Optional>
        {open === 'versions' && (
          <VersionsDialog
            record={record}
            title={title}
            words={words}
            ageInYears={ageInYears}
            onClose={close}
          />
        )}
      </Optional>
    </div>
  )
}
