import { describe, expect, it } from 'vitest'
import { contactLimits, faultsOf } from './contact-values.ts'

const good = {
  name: 'Beatriz Molina',
  email: 'beatriz@clinica.example',
  phone: '',
  practiceName: '',
  message: 'Somos cuatro fisioterapeutas.',
}

describe('the contact form', () => {
  it('takes a name, an address and a message; the rest may stay empty', () => {
    expect(faultsOf(good)).toEqual({})
  })

  it('names what is missing, field by field', () => {
    expect(faultsOf({ ...good, name: ' ', email: '', message: '' })).toEqual({
      name: { key: 'field_required' },
      email: { key: 'field_required' },
      message: { key: 'field_required' },
    })
  })

  it('tells an incomplete address and a message that is too short', () => {
    expect(faultsOf({ ...good, email: 'beatriz@clinica', message: 'hola' })).toEqual({
      email: { key: 'field_email' },
      message: { key: 'field_too_short', params: { min: 10 } },
    })
  })

  it('tells the limit of what is too long', () => {
    const { phone, message } = faultsOf({ ...good, phone: '1'.repeat(41), message: 'a'.repeat(5001) })
    expect(phone).toEqual({ key: 'field_too_long', params: { max: contactLimits.phone } })
    expect(message).toEqual({ key: 'field_too_long', params: { max: contactLimits.message } })
  })
})
