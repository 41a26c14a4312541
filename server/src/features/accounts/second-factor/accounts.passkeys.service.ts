import type { Passkey } from '@ulna/contract/accounts/accounts.security'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { AnonymousActor, SignedInActor } from '../../../platform/sessions/actor.ts'
import { endSessionsOf } from '../../../platform/sessions/sessions.ts'
import { audited, change, type Database, lookUp } from '../../../platform/use-case.ts'
import type { AccountDependencies } from '../accounts.dependencies.ts'
import { noteFailedSignIn, type SignedIn, signInProven } from '../sign-in/accounts.sign-in.ts'
import { countSignIn } from '../sign-in/accounts.sign-in-limits.ts'
import { burnChallenge } from './accounts.challenges.ts'
import {
  type Credential,
  findCredential,
  findCredentialsOf,
  findPasskeyOwner,
  insertPasskey,
  noteUse,
  removePasskeyRow,
  renamePasskeyRow,
} from './accounts.passkeys.repository.ts'
import {
  type Assertion,
  checkAssertion,
  checkRegistration,
  credentialIdIn,
  type PasskeyDependencies,
  registrationOptions,
  type WebAuthnJson,
} from './accounts.webauthn.ts'

export interface PasskeyProof {
  readonly credential: Credential
  readonly assertion: Assertion
}

/** Whose passkey signed one of our challenges. Refuses with passkey_rejected; nothing is written yet. */
export const readProof = async (
  deps: PasskeyDependencies & { readonly db: Database },
  response: WebAuthnJson,
): Promise<PasskeyProof> => {
  const credentialId = credentialIdIn(response)
  const credential =
    credentialId === undefined ? undefined : await findCredential(deps.db.queries, credentialId)
  if (!credential) throw new AppError('passkey_rejected')
  return { credential, assertion: await checkAssertion(deps, response, credential) }
}

/** Writes that a proof was used: its challenge counts once, and the counter of the device only grows. */
export const storeProof = async (tx: Tx, { credential, assertion }: PasskeyProof): Promise<void> => {
  await burnChallenge(tx, assertion.challenge)
  if (!(await noteUse(tx, credential.id, assertion.counter, assertion.backedUp)))
    throw new AppError('passkey_rejected')
}

const readProofOrNote = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  response: WebAuthnJson,
): Promise<PasskeyProof> => {
  try {
    return await readProof(deps, response)
  } catch (error) {
    if (error instanceof AppError) await noteFailedSignIn(deps, actor, null, error.key)
    throw error
  }
}

/** Signs in with a passkey, which counts as both factors: its device verified the person. */
export const passkeyLogin = async (
  deps: AccountDependencies,
  actor: AnonymousActor,
  {
    response,
    remember = false,
  }: { readonly response: WebAuthnJson; readonly remember?: boolean | undefined },
): Promise<SignedIn> => {
  const counted = await countSignIn(deps, actor)
  const proof = await readProofOrNote(deps, actor, response)
  const answer = await signInProven(deps, actor, {
    userId: proof.credential.userId,
    remember,
    twoFactors: true,
    store: (tx) => storeProof(tx, proof),
  })
  await counted.giveBack()
  return answer
}

export const passkeyOptions = (
  deps: PasskeyDependencies & { readonly db: Database },
  actor: SignedInActor,
): Promise<WebAuthnJson> =>
  lookUp(deps.db, actor, async (tx) => {
    const owner = await findPasskeyOwner(tx, actor.userId)
    if (!owner) throw new AppError('session_invalid')
    return registrationOptions(deps, actor.userId, owner, await findCredentialsOf(tx, actor.userId))
  })

/** Keeps a passkey that the caller's device has made. Refuses with passkey_rejected and already_exists. */
export const addPasskey = async (
  deps: PasskeyDependencies & { readonly db: Database },
  actor: SignedInActor,
  { name, response }: { readonly name: string; readonly response: WebAuthnJson },
): Promise<Passkey> => {
  const { challenge, ...made } = await checkRegistration(deps, response, actor.userId)
  return change(deps.db, actor, async (tx) => {
    await burnChallenge(tx, challenge)
    const passkey = await insertPasskey(tx, { ...made, userId: actor.userId, name })
    if (!passkey) throw new AppError('already_exists')
    await enqueue(tx, 'accounts.passkey_notice', { passkeyId: passkey.id, removed: false })
    return audited({ action: 'account.passkey_added', subject: { type: 'passkey', id: passkey.id } }, passkey)
  })
}

export const renamePasskey = (
  db: Database,
  actor: SignedInActor,
  id: number,
  name: string,
): Promise<Passkey> =>
  change(db, actor, async (tx) => {
    const passkey = await renamePasskeyRow(tx, actor.userId, id, name)
    if (!passkey) throw new AppError('not_found')
    return audited({ action: 'account.passkey_renamed', subject: { type: 'passkey', id } }, passkey)
  })

export const removePasskey = (db: Database, actor: SignedInActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    if (!(await removePasskeyRow(tx, actor.userId, id))) throw new AppError('not_found')
    const endedSessions = await endSessionsOf(tx, actor.userId, actor.sessionId)
    await enqueue(tx, 'accounts.passkey_notice', { passkeyId: id, removed: true })
    const subject = { type: 'passkey', id }
    return audited({ action: 'account.passkey_removed', subject, detail: { endedSessions } }, { id })
  })
