import { AppError } from '../app-error.ts'

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const away = new Set([
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EIO',
  'ESTALE',
  'EMFILE',
  'ENFILE',
])

export const diskCodeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code)

/** What the disk says, in words of the catalogue (storage_full, service_unavailable); `cause` is for the log. */
const translated = (error: unknown): unknown => {
  const code = diskCodeOf(error)
  if (noRoom.has(code)) return Object.assign(new AppError('storage_full'), { cause: error })
  if (away.has(code))
    return Object.assign(new AppError('service_unavailable', { retryAfter: 30 }), { cause: error })
  return error
}

export const onDisk = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw translated(error)
  })
