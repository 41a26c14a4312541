import { Button, Modal } from '@mantine/core'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons/shared-icons.tsx'
import { CompareIcon, DownloadIcon } from '../../ui/icons/viewer-icons.tsx'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordFile } from '@ulna/contract/records/records'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../ui/base/Hint.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { FileStage } from './FileStage.tsx'
import styles from './FileViewer.module.css'
import type { PhotoChoice } from './upload/photo-choice.ts'
import { useDownload } from './use-download.ts'

const CompareStage = lazyPart(() => import('./CompareStage.tsx'), 'CompareStage')

export interface FileViewerProps {
  /** Files that one can leaf through. */
  files: readonly RecordFile[]
  openId: number
  patient: Pick<Patient, 'firstName' | 'lastName' | 'birthDate'>
  /** All photos of the patient. */
  photos: readonly PhotoChoice[]
  onOpen: (fileId: number) => void
  onClose: () => void
}

/** Fields use these keys themselves. */
const isField = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('input, select, textarea')

/** Leafs by key, wherever the focus went: a download or a picture that came takes it away. */
const useLeafKeys = (leaf: ((by: 1 | -1) => void) | undefined): void => {
  const current = useRef(leaf)
  current.current = leaf
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.target !== null && isField(event.target)) return
      if (event.key === 'PageUp') current.current?.(-1)
      if (event.key === 'PageDown') current.current?.(1)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** One file over the whole window: looked at closely, leafed through, compared. */
export const FileViewer = ({ files, openId, patient, photos, onOpen, onClose }: FileViewerProps) => {
  const { t } = useTranslation('files')
  const download = useDownload()
  const [compares, setCompares] = useState(false)
  const index = files.findIndex(({ id }) => id === openId)
  const file = files[index]
  const leaf = (by: 1 | -1): void => {
    const next = files[index + by]
    if (next) onOpen(next.id)
  }
  useLeafKeys(compares ? undefined : leaf)
  if (!file) return null
  return (
    <Modal.Root opened fullScreen onClose={onClose} padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Content className={styles.content ?? ''} aria-label={t('viewer.title')}>
        <Modal.Body className={styles.body ?? ''}>
          <div className={styles.head}>
            <div className={styles.titles}>
              <h2>{file.fileName}</h2>
              {files.length > 1 && !compares && (
                <Hint role="status">{t('viewer.position', { index: index + 1, count: files.length })}</Hint>
              )}
            </div>
            {files.length > 1 && !compares && (
              <>
                <IconButton label={t('viewer.previous')} disabled={index === 0} onClick={() => leaf(-1)}>
                  <ChevronLeftIcon />
                </IconButton>
                <IconButton
                  label={t('viewer.next')}
                  disabled={index === files.length - 1}
                  onClick={() => leaf(1)}
                >
                  <ChevronRightIcon />
                </IconButton>
              </>
            )}
            {file.kind === 'image' && (
              <Button
                variant={compares ? 'light' : 'subtle'}
                px={12}
                leftSection={<CompareIcon />}
                onClick={() => setCompares(!compares)}
              >
                {t(compares ? 'viewer.endCompare' : 'viewer.compare')}
              </Button>
            )}
            <IconButton label={t('viewer.download')} onClick={() => void download(file)}>
              <DownloadIcon />
            </IconButton>
            <IconButton label={t('viewer.close')} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          <Suspense>
            {compares ? (
              <CompareStage file={file} photos={photos} />
            ) : (
              <FileStage key={file.id} file={file} patient={patient} onDownload={() => void download(file)} />
            )}
          </Suspense>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
