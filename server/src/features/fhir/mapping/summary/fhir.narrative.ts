import type { Language } from '@ulna/contract/record-class/record-class'
import type { Narrative } from 'fhir/r4'
import { escapeHtml } from '../../../../platform/html/escape-html.ts'

/** A list of lines as people read it. FHIR takes XHTML without anything that runs. */
export const narrativeOf = (lines: readonly string[], language: Language): Narrative => {
  const items = lines.map((line) => `<li>${escapeHtml(line).replaceAll(/\r?\n/g, '<br/>')}</li>`)
  return {
    status: 'generated',
    div: `<div xmlns="http://www.w3.org/1999/xhtml" lang="${language}" xml:lang="${language}"><ul>${items.join('')}</ul></div>`,
  }
}
