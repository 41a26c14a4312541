import { practitionerCopyEndpoints } from '@ulna/contract/practitioner-copies/practitioner-copies'
import { type Sample, sample } from './sample.ts'

const of = (id: number) => ({ params: { id: String(id) } })

export const entriesSamples: readonly Sample[] = [
  sample(practitionerCopyEndpoints.list),
  sample(practitionerCopyEndpoints.ask, () => ({ body: { reason: 'Abre su consulta' } })),
  sample(practitionerCopyEndpoints.ask, ({ authorId }) => ({
    body: { doctorId: authorId, reason: 'Abre su consulta' },
  })),
  sample(practitionerCopyEndpoints.signOff, ({ signableCopyId }) => ({
    ...of(signableCopyId),
    body: { answer: 'Los pacientes lo aceptaron', withNames: true },
  })),
  sample(practitionerCopyEndpoints.refuse, ({ refusableCopyId }) => ({
    ...of(refusableCopyId),
    body: { answer: 'No hay base' },
  })),
  sample(practitionerCopyEndpoints.link, ({ fetchableCopyId }) => of(fetchableCopyId)),
  sample(practitionerCopyEndpoints.remove, ({ removableCopyId }) => of(removableCopyId)),
  sample(practitionerCopyEndpoints.download, () => ({ params: { token: 'a.b' } })),
]
