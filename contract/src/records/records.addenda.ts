import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { idPath, pageMetadata } from '../http/page.ts'
import { limits, message } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { addendum } from './records.ts'

export const addendumInput = z.object({ text: message(1, limits.recordText) })

export const addendumEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/record/:id/addenda',
    summary: 'What was added to a record, oldest first',
    access: permissions.readRecords,
    audit: 'record.read',
    params: idPath,
    returns: z.array(addendum),
    metadata: pageMetadata,
  }),
  create: endpoint({
    method: 'POST',
    path: '/record/:id/addenda',
    summary: 'Adds to a record that no longer changes; only its author may',
    access: permissions.writeRecords,
    audit: 'record.addendum',
    params: idPath,
    body: addendumInput,
    returns: addendum,
    status: 201,
    errors: ['author_required', 'record_voided'],
  }),
}
