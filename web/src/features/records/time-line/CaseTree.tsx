import type { RecordRow } from '@ulna/contract/records/records'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CaseIcon, MedicalHistoryIcon, ProgressIcon } from '../../../ui/icons/file-icons.tsx'
import { PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import type { RecordWords } from '../use-record-words.ts'
import styles from './CaseTree.module.css'
import type { CaseBranch, CaseTree as Tree } from './case-tree.ts'

export interface CaseTreeProps {
  tree: Tree
  words: RecordWords
  /** The case the time line is narrowed to. */
  caseId: number | undefined
  openId: number | undefined
  onChooseCase: (caseId: number | undefined) => void
  onOpen: (record: RecordRow) => void
  /** Absent for members who may not write clinical content. */
  onWriteHistory: (() => void) | undefined
  onNewCase: (() => void) | undefined
  /** What was measured over time. */
  onShowMeasures?: (() => void) | undefined
  /** More buttons, in the look of the others. */
  tools?: ((className: string | undefined) => ReactNode) | undefined
}

const Branch = ({
  branch,
  chosen,
  words,
  onChoose,
}: {
  branch: CaseBranch
  chosen: boolean
  words: RecordWords
  onChoose: () => void
}) => {
  const { t } = useTranslation('record')
  const { record, followUps } = branch
  return (
    <li>
      <button type="button" className={styles.item} aria-pressed={chosen} onClick={onChoose}>
        <CaseIcon />
        <span className={styles.grow}>
          {words.caseName(record)}
          {record.caseStatus === 'closed' && (
            <span className={styles.second}>
              {t('tree.closed', {
                day: words.plainDay(record.caseClosedOn),
                outcome: record.caseOutcome ? t(`outcome.${record.caseOutcome}`) : '',
              })}
            </span>
          )}
        </span>
      </button>
      {(chosen || record.caseStatus === 'active') && followUps > 0 && (
        <p className={styles.child}>
          <span className={styles.grow}>{t('tree.followUps')}</span>
          <span className={styles.number}>{followUps}</span>
        </p>
      )}
    </li>
  )
}

/** History and diagnoses; choosing a diagnosis narrows the time line to it. */
export const CaseTree = ({
  tree,
  words,
  caseId,
  openId,
  onChooseCase,
  onOpen,
  onWriteHistory,
  onNewCase,
  onShowMeasures,
  tools,
}: CaseTreeProps) => {
  const { t } = useTranslation('record')
  const history = tree.medicalHistory
  return (
    <nav className={styles.tree} aria-label={t('tree.label')}>
      <ul>
        <li>
          {history ? (
            <button
              type="button"
              className={styles.item}
              aria-pressed={openId === history.id}
              onClick={() => onOpen(history)}
            >
              <MedicalHistoryIcon />
              <span className={styles.grow}>{t('tree.medicalHistory')}</span>
              <span className={styles.second}>{t('tree.version', { version: history.versions })}</span>
            </button>
          ) : (
            onWriteHistory && (
              <button type="button" className={styles.add} onClick={onWriteHistory}>
                <PlusIcon />
                {t('tree.writeHistory')}
              </button>
            )
          )}
        </li>
      </ul>
      <h2 className={styles.heading}>{t('tree.diagnoses')}</h2>
      <ul>
        {tree.cases.map((branch) => (
          <Branch
            key={branch.record.id}
            branch={branch}
            words={words}
            chosen={branch.record.id === caseId}
            onChoose={() => onChooseCase(branch.record.id === caseId ? undefined : branch.record.id)}
          />
        ))}
        {tree.cases.length === 0 && <li className={styles.none}>{t('tree.noDiagnoses')}</li>}
      </ul>
      {onShowMeasures && (
        <button type="button" className={styles.add} onClick={onShowMeasures}>
          <ProgressIcon />
          {t('tree.measures')}
        </button>
      )}
      {onNewCase && (
        <button type="button" className={styles.add} onClick={onNewCase}>
          <PlusIcon />
          {t('tree.newCase')}
        </button>
      )}
      {tools?.(styles.add)}
    </nav>
  )
}
