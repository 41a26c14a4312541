import { moduleEndpoints } from '@ulna/contract/modules/modules'
import { call } from '../../api/session/client.ts'

/** A module as one file to keep: it can be read, changed by hand, and brought in again. */
export const exportModule = async (id: string): Promise<void> => {
  const { payload } = await call(moduleEndpoints.export, { params: { id } })
  const file = new Blob([`${JSON.stringify(payload, null, 2)}\n`], { type: 'application/json' })
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = `${id}.ulna-module.json`
  link.click()
  // The download has its own hold on the bytes by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
