import {
  mostSnippets,
  type Snippet,
  type SnippetChange,
  type SnippetInput,
} from '@ulna/contract/snippets/snippets'
import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { givenColumns } from '../../platform/database/given-columns.ts'
import { answerText, type ListText, listText, type WireText } from '../../platform/database/wire.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import {
  countSnippets,
  deleteSnippetRow,
  findSnippet,
  findSnippets,
  insertSnippet,
  lockSnippet,
  type SnippetState,
  updateSnippetRow,
} from './snippets.repository.ts'

const subjectOf = (id: number) => ({ type: 'snippet', id })

/** not_found for a text that is not the caller's own. */
const textOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<WireText<Snippet>> => {
  const wire = await findSnippet(tx, actor, id)
  if (wire === undefined) throw new AppError('not_found')
  return answerText(wire)
}

/** The caller's own texts. They say nothing of a patient. */
export const listSnippets = (db: Database, actor: PracticeActor): Promise<ListText<Snippet>> =>
  lookUp(db, actor, async (tx) => listText(await findSnippets(tx, actor)))

/** Refuses with already_exists a shortcut the caller has, and with too_many_snippets. */
export const addSnippet = (
  db: Database,
  actor: PracticeActor,
  input: SnippetInput,
): Promise<WireText<Snippet>> =>
  change(db, actor, async (tx) => {
    if ((await countSnippets(tx, actor)) >= mostSnippets)
      throw new AppError('too_many_snippets', { params: { max: mostSnippets } })
    const id = await insertSnippet(tx, actor, input)
    return audited({ action: 'snippet.create', subject: subjectOf(id) }, await textOf(tx, actor, id))
  })

const currentState = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  version?: number,
): Promise<Authorized<SnippetState>> => {
  const state = await lockSnippet(tx, actor, id)
  if (!state) throw new AppError('not_found')
  await refuseStale(version, state, async () => (await textOf(tx, actor, id)).value())
  return authorized(state)
}

/** Refuses with version_conflict and what it says now when the caller saw another version. */
export const changeSnippet = (
  db: Database,
  actor: PracticeActor,
  id: number,
  { version, shortcut, title, text }: SnippetChange,
): Promise<WireText<Snippet>> =>
  change(db, actor, async (tx) => {
    const snippet = await currentState(tx, actor, id, version)
    await updateSnippetRow(tx, actor, snippet, givenColumns({ shortcut, title, text }))
    return audited({ action: 'snippet.update', subject: subjectOf(id) }, await textOf(tx, actor, id))
  })

export const removeSnippet = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    await deleteSnippetRow(tx, actor, await currentState(tx, actor, id))
    return audited({ action: 'snippet.delete', subject: subjectOf(id) }, { id })
  })
