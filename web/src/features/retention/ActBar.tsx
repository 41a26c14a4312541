import { Button } from '@mantine/core'
import type { DueFile } from '@ulna/contract/retention/retention'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import styles from './DueFiles.module.css'

/** Files that are chosen to be destroyed on one act. */
export interface ChosenForAct {
  readonly files: readonly DueFile[]
  /** How many go on one act at most. */
  readonly most: number
  onChoose: (files: readonly DueFile[]) => void
  /** Shows what would become of them. */
  onPut: () => void
}

/** Whether a file is chosen; undefined where it cannot be: it has to be archived and past its term. */
export const isChosen = (act: ChosenForAct | undefined, file: DueFile): boolean | undefined =>
  act && file.archived && file.state === 'due'
    ? act.files.some(({ patientId }) => patientId === file.patientId)
    : undefined

/** The choice with one file more or less; as it was once it is full. */
export const chooseFile = (
  { files, most }: ChosenForAct,
  file: DueFile,
  chosen: boolean,
): readonly DueFile[] => {
  const others = files.filter(({ patientId }) => patientId !== file.patientId)
  return chosen && others.length < most ? [...others, file] : others
}

/** What is chosen for an act, and what may be done with it. */
export const ActBar = ({ act: { files, most, onChoose, onPut } }: { act: ChosenForAct }) => {
  const { t } = useTranslation('archive')
  return (
    <div className={styles.act}>
      <Hint>{t('due.actHint', { most })}</Hint>
      {files.length > 0 && (
        <Row>
          <Button onClick={onPut}>{t('due.act', { count: files.length })}</Button>
          <Button variant="default" onClick={() => onChoose([])}>
            {t('due.forget')}
          </Button>
        </Row>
      )}
    </div>
  )
}
