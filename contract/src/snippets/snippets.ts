import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath, knownVersion, pageMetadata } from '../http/page.ts'
import { limits, message, name } from '../http/text.ts'
import { permissions } from '../permissions.ts'

/** At most so many for one person in one practice. */
export const mostSnippets = 200

/** What is typed after the slash: lower-case letters without accents, digits, `-` and `_`. */
export const shortcutPattern = /^[a-z0-9_-]{1,20}$/

/** A text that a practitioner writes again and again. It says nothing of a patient. */
export const snippet = z.object({
  id,
  version: z.int(),
  shortcut: z.string(),
  title: z.string(),
  text: z.string(),
})
export type Snippet = z.output<typeof snippet>

const content = {
  shortcut: z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.refine<string>((given) => shortcutPattern.test(given), { params: { key: 'field_shortcut' } }),
  ),
  title: name(limits.name),
  text: message(1, limits.note),
}

export const snippetInput = z.object(content)
export type SnippetInput = z.output<typeof snippetInput>

export const snippetChange = z.object({
  shortcut: z.optional(content.shortcut),
  title: z.optional(content.title),
  text: z.optional(content.text),
  version: z.optional(knownVersion),
})
export type SnippetChange = z.output<typeof snippetChange>

export const snippetEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/snippet',
    summary: 'The caller’s own texts of the current practice, by their shortcuts',
    access: permissions.writeRecords,
    audit: null,
    returns: z.array(snippet),
    metadata: pageMetadata,
  }),
  create: endpoint({
    method: 'POST',
    path: '/snippet',
    summary: 'Keeps a text under a shortcut',
    access: permissions.writeRecords,
    audit: 'snippet.create',
    body: snippetInput,
    returns: snippet,
    status: 201,
    errors: ['already_exists', 'too_many_snippets'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/snippet/:id',
    summary: 'Changes a text',
    access: permissions.writeRecords,
    audit: 'snippet.update',
    params: idPath,
    body: snippetChange,
    returns: snippet,
    errors: ['already_exists', 'version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/snippet/:id',
    summary: 'Throws a text away',
    access: permissions.writeRecords,
    audit: 'snippet.delete',
    params: idPath,
    returns: z.object({ id }),
  }),
}
