import { type HandOver, handOverEndpoints, type ReceivedFile } from '@ulna/contract/hand-overs/hand-overs'
import type { TestApp } from '../../build-test-app.ts'
import { UploadBody } from '../../client.ts'
import { caseInput, createPatient, followUpInput, writeRecord } from '../clinical.ts'
import { handOverCalls } from '../hand-overs.ts'
import { giveSigningKey } from '../papers.ts'
import { registerOwner, type TestPerson } from '../people.ts'
import { signByTyping } from '../signatures.ts'
import type { Deed, Doing, Neighbour } from './deeds.ts'

const neighbourOf = async ({ app, by, written }: Doing): Promise<Neighbour> => {
  if (written.neighbour) return written.neighbour
  const other = await registerOwner(app, { firstName: 'Nora', lastName: 'Vidal' })
  for (const one of [by, other]) await giveSigningKey(app, one)
  const { recipient } = await handOverCalls(app).keyOf(other)
  written.neighbour = { by: other, recipient }
  return written.neighbour
}

/** A file goes to the neighbour, and half of the time is fetched. */
export const handOverDrawn = async (doing: Doing, patientId: number): Promise<void> => {
  const { app, ask, deed } = doing
  const { recipient } = await neighbourOf(doing)
  const made = await ask<HandOver>(handOverEndpoints.make, {
    params: { id: patientId },
    body: { recipientName: deed.text, recipient, ground: 'request', keptBack: [] },
  })
  if (!made || deed.at % 2 === 0) return
  const link = await ask<{ url: string }>(handOverEndpoints.link, { params: { id: made.id } })
  if (link) await app.server.inject({ url: link.url })
}

/** A file of the neighbour, with a case and a session that are signed. */
const stageFile = async (app: TestApp, by: TestPerson, { text }: Deed): Promise<number> => {
  const { id } = await createPatient(app, by, {
    firstName: 'Lucía',
    lastName: 'Prado',
    note: `Nota: ${text}`,
  })
  const found = await writeRecord(app, by, caseInput(id, { painDescription: `Dolor: ${text}` }))
  const session = await writeRecord(app, by, followUpInput(id, found.id, { patientObs: `Dice: ${text}` }))
  await signByTyping(app, by, session)
  return id
}

/** A file comes from the neighbour: it waits, or is taken in as somebody new or into a file here, or that is taken back. */
export const receiveDrawn = async (doing: Doing, patientId: number): Promise<void> => {
  const { app, by, ask, written, deed } = doing
  const { by: other } = await neighbourOf(doing)
  const bytes = await handOverCalls(app).sent(other, await stageFile(app, other, deed), by)
  const looked = await ask<ReceivedFile>(handOverEndpoints.look, {
    body: new UploadBody(bytes, 'application/octet-stream'),
  })
  if (!looked || deed.at % 5 === 0) return
  const params = { id: looked.id }
  const taken = await ask<ReceivedFile>(handOverEndpoints.take, {
    params,
    body: { patientId: deed.at % 3 === 0 ? patientId : null },
  })
  if (!taken) return
  if (deed.at % 4 === 0) await ask(handOverEndpoints.undo, { params })
  else if (taken.patientId !== null) written.patients.push(taken.patientId)
}
