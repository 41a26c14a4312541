import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { SelectField } from '../../../../ui/fields/SelectField.tsx'
import { ListIcon } from '../../../../ui/icons/record-icons.tsx'
import { Optional } from '../../../../ui/Optional.tsx'
import styles from '../PatientFile.module.css'

const TreeDrawer = lazyPart(() => import('./TreeDrawer.tsx'), 'TreeDrawer')

export interface CaseChooserProps {
  cases: readonly { id: number; name: string }[]
  caseId: number | undefined
  /** A record is open or being written: on phones nothing else has room. */
  isOpen: boolean
  treeOpen: boolean
  onChoose: (caseId: number | undefined) => void
  onTree: (open: boolean) => void
  tree: ReactNode
}

/** Where the tree has no column of its own: the case as a list, the tree as a drawer. */
export const CaseChooser = ({
  cases,
  caseId,
  isOpen,
  treeOpen,
  onChoose,
  onTree,
  tree,
}: CaseChooserProps) => {
  const { t } = useTranslation(['patient', 'record'])
  return (
    <div className={styles.choose} data-open={isOpen || undefined}>
      <SelectField
        className={styles.chooseCase}
        aria-label={t('file.chooseCase')}
        value={caseId === undefined ? '' : String(caseId)}
        onChange={(event) => {
          const { value } = event.currentTarget
          onChoose(value === '' ? undefined : Number(value))
        }}
        options={[
          { value: '', label: t('file.allRecords') },
          ...cases.map((one) => ({ value: String(one.id), label: one.name })),
        ]}
      />
      <Button variant="default" leftSection={<ListIcon />} onClick={() => onTree(true)}>
        {t('record:tree.short')}
      </Button>
      <Optional>{treeOpen && <TreeDrawer onClose={() => onTree(false)}>{tree}</TreeDrawer>}</Optional>
    </div>
  )
}
