import { fileLimits } from '@ulna/contract/files/files'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { sizeText } from '../../../i18n/size-text.ts'
import { Hint } from '../../../ui/base/Hint.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { FileInput } from '../../../ui/fields/FileInput.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { RepeatIcon } from '../../../ui/icons/agenda-icons.tsx'
import { AlertIcon, CloseIcon } from '../../../ui/icons/base-icons.tsx'
import { PauseIcon } from '../../../ui/icons/other-icons.tsx'
import { PlayIcon } from '../../../ui/icons/record-icons.tsx'
import { DocumentIcon } from '../../../ui/icons/shared-icons.tsx'
import { acceptedFiles } from './file-check.ts'
import styles from './UploadList.module.css'
import { percentOf } from './upload-plan.ts'
import type { UploadEntry } from './upload-store.ts'
import { FileUnreadable } from './upload-transport.ts'
import type { RefusedFile } from './use-document-uploads.ts'

/** What happens to an upload, in words. */
const useUploadWords = () => {
  const { t } = useTranslation('files')
  const { textOf } = useErrorText()
  const { language } = useDates()
  return ({ state, size, uploader }: UploadEntry): string => {
    const figures = { percent: percentOf(state.sent, size), size: sizeText(size, language) }
    if (!uploader) return t('upload.again', figures)
    if (state.phase !== 'failed') return t(`upload.${state.phase}`, figures)
    const reason = state.error instanceof FileUnreadable ? t('fault.unreadable') : textOf(state.error)
    return `${t('upload.failed')}. ${reason}`
  }
}

/** What can be done with an upload besides giving it up. */
const controlOf = ({ state: { phase }, uploader }: UploadEntry) => {
  if (!uploader) return undefined
  if (phase === 'paused') return { name: 'resume', Icon: PlayIcon, act: uploader.resume } as const
  if (phase === 'failed') return { name: 'retry', Icon: RepeatIcon, act: uploader.resume } as const
  return { name: 'pause', Icon: PauseIcon, act: uploader.pause } as const
}

const Controls = ({ entry, onCancel }: { entry: UploadEntry; onCancel: () => void }) => {
  const { t } = useTranslation('files')
  const { state, name } = entry
  if (state.phase === 'done' || state.phase === 'finishing') return null
  const control = controlOf(entry)
  return (
    <span className={styles.controls}>
      {control && (
        <IconButton label={t(`upload.${control.name}`, { name })} onClick={control.act}>
          <control.Icon />
        </IconButton>
      )}
      <IconButton label={t('upload.cancel', { name })} onClick={onCancel}>
        <CloseIcon />
      </IconButton>
    </span>
  )
}

interface UploadRowProps {
  entry: UploadEntry
  onCancel: () => void
  onChooseAgain: (files: File[]) => void
}

const UploadRow = ({ entry, onCancel, onChooseAgain }: UploadRowProps) => {
  const { t } = useTranslation('files')
  const wordsOf = useUploadWords()
  const { state, name, size, uploader } = entry
  const percent = percentOf(state.sent, size)
  return (
    <li className={styles.row} data-phase={state.phase}>
      <span className={styles.icon}>{state.phase === 'failed' ? <AlertIcon /> : <DocumentIcon />}</span>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <div
          className={styles.bar}
          role="progressbar"
          aria-label={t('upload.progress', { name, percent })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
        <Hint className={styles.state}>{wordsOf(entry)}</Hint>
        {!uploader && (
          <FileInput accept={acceptedFiles} onChoose={onChooseAgain}>
            {t('upload.chooseAgain', { name })}
          </FileInput>
        )}
      </div>
      <Controls entry={entry} onCancel={onCancel} />
    </li>
  )
}

const RefusedRow = ({ refused, onDismiss }: { refused: RefusedFile; onDismiss: () => void }) => {
  const { t } = useTranslation('files')
  const { language } = useDates()
  const { name, size, fault } = refused
  return (
    <li className={styles.row} data-phase="failed" role="alert">
      <span className={styles.icon}>
        <AlertIcon />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <Hint className={styles.state}>
          {t(`fault.${fault}`, {
            size: sizeText(size, language),
            limit: sizeText(fileLimits.bytes, language),
            count: fileLimits.perRecord,
          })}
        </Hint>
      </div>
      <IconButton label={t('fault.dismiss', { name })} onClick={onDismiss}>
        <CloseIcon />
      </IconButton>
    </li>
  )
}

export interface UploadListProps {
  entries: readonly UploadEntry[]
  refused: readonly RefusedFile[]
  onDismiss: (key: string) => void
  onCancel: (entry: UploadEntry) => void
  onChooseAgain: (files: File[]) => void
}

/** Files on their way, and files that cannot be taken, each with what may be done about it. */
export const UploadList = (props: UploadListProps) => {
  const { entries, refused, onDismiss, onCancel, onChooseAgain } = props
  if (entries.length + refused.length === 0) return null
  return (
    <ul className={stackClass(8)}>
      {entries.map((entry) => (
        <UploadRow
          key={entry.key}
          entry={entry}
          onCancel={() => onCancel(entry)}
          onChooseAgain={onChooseAgain}
        />
      ))}
      {refused.map((one) => (
        <RefusedRow key={one.key} refused={one} onDismiss={() => onDismiss(one.key)} />
      ))}
    </ul>
  )
}
