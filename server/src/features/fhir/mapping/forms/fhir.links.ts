/** The link of a section: fields have a name space of their own. */
export const sectionLink = (sectionId: string): string => `section.${sectionId}`

/** The link of a part of a field: ids of fields have no point. */
export const partLink = (fieldId: string, part: string): string => `${fieldId}.${part}`

/** What is to be read below the label of a section. */
export const textLink = (sectionId: string): string => `${sectionLink(sectionId)}.text`

// A code of FHIR has no white space at its ends, none but single spaces within, and nothing else of that kind.
const isCode = (text: string): boolean => /^[^\s]+( [^\s]+)*$/.test(text) && !text.includes('%')

/** An option as a code: written as in addresses where it would be none. */
export const codeOfOption = (value: string): string => (isCode(value) ? value : encodeURIComponent(value))
