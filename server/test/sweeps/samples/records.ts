import { randomUUID } from 'node:crypto'
import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import { localCopyEndpoints } from '@ulna/contract/drafts/drafts.local-copies'
import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { printEndpoints } from '@ulna/contract/records/records.print'
import { snippetEndpoints } from '@ulna/contract/snippets/snippets'
import { type Sample, sample } from './sample.ts'

export const recordSamples: readonly Sample[] = [
  sample(recordEndpoints.findCases, ({ patientId }) => ({ params: { patientId: String(patientId) } })),
  sample(recordEndpoints.findCaseFollowUps, ({ caseId }) => ({ params: { caseId: String(caseId) } })),
  sample(recordEndpoints.versions, ({ caseId }) => ({ params: { id: String(caseId) } })),
  sample(recordEndpoints.read, ({ historyId }) => ({ params: { id: String(historyId) } })),
  sample(recordEndpoints.create, ({ patientId, caseId }) => ({
    body: {
      ownerId: patientId,
      type: 'control',
      subtype: 'follow_up',
      recordClassId: 'followup_default',
      date: '2026-03-04T10:00:00Z',
      data: { case: caseId, patientObs: 'Sube el brazo sin dolor.', painIntensity: 2 },
    },
  })),
  sample(recordEndpoints.update, ({ followUpId, caseId }) => ({
    params: { id: String(followUpId) },
    body: { data: { case: caseId, patientObs: 'Sube el brazo.' } },
  })),
  sample(recordEndpoints.remove, ({ followUpId }) => ({
    params: { id: String(followUpId) },
    query: { reason: 'Escrito en otro paciente' },
  })),
  sample(addendumEndpoints.list, ({ caseId }) => ({ params: { id: String(caseId) } })),
  sample(addendumEndpoints.create, ({ historyId }) => ({
    params: { id: String(historyId) },
    body: { text: 'Refiere además alergia al látex.' },
  })),
  sample(printEndpoints.print, ({ patientId, caseId }) => ({
    params: { patientId: String(patientId) },
    body: { scope: 'case', recordId: caseId },
  })),
  sample(recordEndpoints.classes),
  sample(recordEndpoints.readClass, () => ({ params: { classId: 'case_default', version: '3' } })),
  sample(recordEndpoints.readClass, ({ ownClassId }) => ({ params: { classId: ownClassId, version: '1' } })),
  sample(localCopyEndpoints.key),
  sample(draftEndpoints.list, ({ patientId }) => ({ params: { patientId: String(patientId) } })),
  sample(draftEndpoints.save, ({ patientId, caseId }) => ({
    params: { patientId: String(patientId), key: `new:followup_default:case:${caseId}` },
    body: { data: { patientObs: 'Sube' }, baseVersion: null },
  })),
  sample(draftEndpoints.save, ({ patientId, historyId }) => ({
    params: { patientId: String(patientId), key: `record:${historyId}` },
    body: { data: { profession: 'Doc' }, baseVersion: 1 },
  })),
  sample(draftEndpoints.remove, ({ patientId, caseId }) => ({
    params: { patientId: String(patientId), key: `record:${caseId}` },
  })),
  sample(snippetEndpoints.list),
  sample(snippetEndpoints.create, () => ({
    body: { shortcut: `s${randomUUID().slice(0, 8)}`, title: 'Ejercicios', text: 'Péndulo, tres series' },
  })),
  sample(snippetEndpoints.update, ({ snippetId }) => ({
    params: { id: String(snippetId) },
    body: { title: 'Ejercicios en casa' },
  })),
  sample(snippetEndpoints.remove, ({ snippetId }) => ({ params: { id: String(snippetId) } })),
]
