import { systemEndpoints } from '@ulna/contract/system/system'
import { call } from '../../../api/session/client.ts'
import { enter } from '../entrance/sign-in.ts'

export interface DemoAccess {
  readonly username: string
  readonly password: string
}

/** Fills a fresh installation with the demo practice and signs in as its owner. */
export const loadDemoPractice = async (): Promise<DemoAccess> => {
  const answer = await call(systemEndpoints.loadDemo)
  await enter(answer, false)
  return answer.metadata
}

/** True while nobody has registered on this installation. */
export const isFreshInstallation = async (): Promise<boolean> => {
  const { payload } = await call(systemEndpoints.installation, { silent: true })
  return payload.fresh
}
