import { thingKey } from '@ulna/contract/patient-copies/patient-copies.reserved'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createPatient } from '../../../test/factories/clinical.ts'
import { addFile, jpeg, pdf, writeDocument } from '../../../test/factories/files.ts'
import { handOverCalls } from '../../../test/factories/hand-overs.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { registerOwner } from '../../../test/factories/people.ts'
import { signByTyping } from '../../../test/factories/signatures.ts'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer({ alone: true })
const { sent, take, fileOf, originOf, lookedAt } = handOverCalls(app)
const sender = await registerOwner(app, { firstName: 'Laura', lastName: 'Restrepo' })
const receiver = await registerOwner(app, { firstName: 'Nora', lastName: 'Vidal' })
await giveSigningKey(app, sender)

it('a hand-over keeps one document back, and one file of another, of which the sealed text names it', async () => {
  const { id } = await createPatient(app, sender, { firstName: 'Mariana', lastName: 'Gómez' })
  const letter = await writeDocument(app, sender, id, { data: { name: 'Carta de Hermenegilda' } })
  await addFile(app, sender, {
    ...{ recordId: letter.id, bytes: pdf(0, 'carta') },
    announcing: { name: 'Hermenegilda.pdf', type: 'application/pdf' },
  })
  const photos = await writeDocument(app, sender, id, { data: { name: 'Fotos' } })
  await addFile(app, sender, { recordId: photos.id, bytes: await jpeg(80, 60) })
  const together = await addFile(app, sender, {
    ...{ recordId: photos.id, bytes: await jpeg(81, 61), announcing: { name: 'Con-Hermenegilda.jpg' } },
  })
  await signByTyping(app, sender, photos)
  const bytes = await sent(sender, id, receiver, {
    keptBack: [thingKey('record', letter.uid), thingKey('file', together.uid)],
  })
  const { keptBack, counts } = await lookedAt(receiver, bytes)
  expect(keptBack).toEqual(['Archivo (Examen)', 'Documento con sus archivos (Examen)'])
  expect(counts).toMatchObject({ records: 1, files: 1 })
  const { patientId } = await take(receiver, bytes)
  const taken = (await fileOf(receiver, patientId)).records[0]
  expect(taken?.name).toBe('Fotos')
  expect((await originOf(receiver, taken?.id ?? 0)).signatures).toMatchObject([{ stands: 'withheld' }])
  const { rows } = await sql<{ kept: string }>`
    select concat(manifest, seals, preview) as kept from received_hand_overs where patient_id = ${patientId}`.execute(
    app.owner.queries,
  )
  expect(rows[0]?.kept).not.toContain('Hermenegilda')
})
