import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Asked = Pick<HTMLInputElement, 'value' | 'required' | 'minLength' | 'type'> & {
  readonly validity: Pick<ValidityState, 'typeMismatch'>
}

/**
 * What an input asks for and does not have: a text of the group `error` with its parameters. The browser knows it too,
 * and would say it in its own language, whatever the page speaks.
 */
export const typedFaultOf = ({ value, required, minLength, type, validity }: Asked) => {
  if (required && value.trim() === '') return { key: 'field_required' }
  if (value !== '' && value.length < minLength) return { key: 'field_too_short', min: minLength }
  return type === 'email' && validity.typeMismatch ? { key: 'field_email' } : undefined
}

type Faults = Readonly<Record<string, string>>

/** What is missing in the fields of a form, in the page's language, before anything is sent. */
export const useTypedFaults = (): ((form: HTMLFormElement | null) => Faults) => {
  const { t } = useTranslation('error')
  return (form) => {
    const inputs = form?.querySelectorAll('input') ?? []
    return Object.fromEntries(
      [...inputs].flatMap((input) => {
        const fault = typedFaultOf(input)
        return fault ? [[input.name, t(fault.key, fault)]] : []
      }),
    )
  }
}

/** For forms that keep what is typed to themselves: what is missing stands at its field, the first one has the keyboard. */
export const useTypedForm = () => {
  const faultsIn = useTypedFaults()
  const [faults, setFaults] = useState<Faults>({})
  return {
    faults,
    isComplete: (form: HTMLFormElement): boolean => {
      const found = faultsIn(form)
      const [first] = Object.keys(found)
      setFaults(found)
      if (first !== undefined) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
      return first === undefined
    },
    /** What is typed on is no longer wrong. */
    forget: () => setFaults({}),
  }
}
