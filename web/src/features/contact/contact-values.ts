import { contactMessageInput } from '@ulna/contract/contact/contact'

/** What stands in the form, as it was typed. */
export interface ContactValues {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly practiceName: string
  readonly message: string
}
export type ContactField = keyof ContactValues

/** In the order of the form. */
export const contactFields: readonly ContactField[] = ['name', 'email', 'phone', 'practiceName', 'message']

/** Characters; as the contract has them. */
export const contactLimits = { name: 100, email: 254, phone: 40, practiceName: 100, message: 5000 } as const
const shortestMessage = 10

/** A text of the group `error` with its parameters. */
export interface Fault {
  readonly key: string
  readonly params?: Readonly<Record<string, unknown>>
}
export type Faults = Readonly<Partial<Record<ContactField, Fault>>>

export const readContactForm = (form: HTMLFormElement): ContactValues => {
  const data = new FormData(form)
  const field = (name: ContactField): string => String(data.get(name) ?? '')
  return {
    name: field('name'),
    email: field('email'),
    phone: field('phone'),
    practiceName: field('practiceName'),
    message: field('message'),
  }
}

const isRequired = (field: ContactField): boolean => field !== 'phone' && field !== 'practiceName'

const faultOf = (field: ContactField, value: string): Fault => {
  const length = value.trim().length
  if (length === 0 && isRequired(field)) return { key: 'field_required' }
  if (length > contactLimits[field]) return { key: 'field_too_long', params: { max: contactLimits[field] } }
  if (field === 'email') return { key: 'field_email' }
  if (field === 'message' && length < shortestMessage)
    return { key: 'field_too_short', params: { min: shortestMessage } }
  return { key: 'field_text' }
}

/** What the contract refuses, said before anything is sent. */
export const faultsOf = (values: ContactValues): Faults => {
  const parsed = contactMessageInput.safeParse(values)
  if (parsed.success) return {}
  const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]))
  const faults = contactFields
    .filter((field) => wrong.has(field))
    .map((field) => [field, faultOf(field, values[field])] as const)
  return Object.fromEntries(faults)
}
