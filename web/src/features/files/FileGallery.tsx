import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordFile, RecordRow } from '@ulna/contract/records/records'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { sizeText } from '../../i18n/size-text.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { MoreIcon } from '../../ui/icons/record-icons.tsx'
import { ActionMenu, MenuItem } from '../../ui/shell/ActionMenu.tsx'
import styles from './FileGallery.module.css'
import { useFilesOf } from './files.queries.ts'
import { Thumbnail } from './Thumbnail.tsx'
import type { PhotoChoice } from './upload/photo-choice.ts'
import { useDownload } from './use-download.ts'

const FileViewer = lazyPart(() => import('./FileViewer.tsx'), 'FileViewer')
const RemoveFileDialog = lazyPart(() => import('./RemoveFileDialog.tsx'), 'RemoveFileDialog')

export interface FileGalleryProps {
  record: RecordRow
  patient: Pick<Patient, 'firstName' | 'lastName' | 'birthDate'>
  /** Files of the record, in the order in which they came. */
  files: readonly RecordFile[]
  /** All photos of the patient, to compare with. */
  photos: readonly PhotoChoice[]
  /** Why files may not be taken away; undefined when they may. */
  reason: string | undefined
}

interface CardProps {
  file: RecordFile
  reason: string | undefined
  onOpen: () => void
  onRemove: () => void
}

const FileCard = ({ file, reason, onOpen, onRemove }: CardProps) => {
  const { t } = useTranslation(['files', 'error'])
  const dates = useDates()
  const download = useDownload()
  const name = file.fileName
  const isReady = file.state === 'ready'
  return (
    <li className={styles.card}>
      <button
        type="button"
        className={styles.open}
        aria-label={t('gallery.open', { name })}
        disabled={!isReady}
        onClick={onOpen}
      >
        <Thumbnail file={file} />
      </button>
      <div className={styles.about}>
        <div className={styles.words}>
          <p className={styles.name}>{name}</p>
          <Hint>
            {sizeText(file.size, dates.language)} · {dates.instantDay(file.createdAt)}
          </Hint>
          {file.problem !== null && (
            <Hint className={styles.problem}>
              {t(`error:${file.problem}`, { nsSeparator: ':', defaultValue: file.problem })}
            </Hint>
          )}
        </div>
        <ActionMenu
          label={t('gallery.more', { name })}
          trigger={<MoreIcon />}
          align="end"
          className={styles.more}
        >
          {isReady && <MenuItem onSelect={() => void download(file)}>{t('gallery.download')}</MenuItem>}
          <MenuItem reason={reason} onSelect={onRemove}>
            {t('gallery.remove')}
          </MenuItem>
        </ActionMenu>
      </div>
    </li>
  )
}

/** The files of a record: small pictures that open large, their state, and what may be done with each. */
export const FileGallery = ({ record, patient, files: given, photos, reason }: FileGalleryProps) => {
  const { t } = useTranslation('files')
  const files = useFilesOf(record, given)
  const [opened, setOpened] = useState<number>()
  const [removed, setRemoved] = useState<RecordFile>()
  const ready = files.filter(({ state }) => state === 'ready')
  if (files.length === 0) return <Hint>{t('gallery.none')}</Hint>
  return (
    <section aria-label={t('gallery.title')}>
      <ul className={styles.gallery}>
        {files.map((file) => (
          <FileCard
            key={file.id}
            file={file}
            reason={reason}
            onOpen={() => setOpened(file.id)}
            onRemove={() => setRemoved(file)}
          />
        ))}
      </ul>
      <Suspense>
        {opened !== undefined && (
          <FileViewer
            files={ready}
            openId={opened}
            patient={patient}
            photos={photos}
            onOpen={setOpened}
            onClose={() => setOpened(undefined)}
          />
        )}
        {removed && (
          <RemoveFileDialog file={removed} patientId={record.ownerId} onClose={() => setRemoved(undefined)} />
        )}
      </Suspense>
    </section>
  )
}
