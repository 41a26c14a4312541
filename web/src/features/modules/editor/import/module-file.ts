import { moduleLimits } from '@ulna/contract/modules/module-document'
import { jsonFaultAt, lineAndColumn } from '../faults/json-fault.ts'

/** What a chosen file holds, or why it holds nothing that could be a module. */
export type ReadFile =
  | { readonly document: Record<string, unknown> }
  | { readonly problem: 'tooLarge' | 'notObject' }
  | { readonly problem: 'notJson'; readonly line: number; readonly column: number }

export const readModuleText = (text: string): ReadFile => {
  if (new Blob([text]).size > moduleLimits.bytes) return { problem: 'tooLarge' }
  const json = text.replace(/^\uFEFF/, '')
  const fault = jsonFaultAt(json)
  if (fault !== null) return { problem: 'notJson', ...lineAndColumn(json, fault) }
  const value: unknown = JSON.parse(json)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? { document: value as Record<string, unknown> } : { problem: 'notObject' }
}
