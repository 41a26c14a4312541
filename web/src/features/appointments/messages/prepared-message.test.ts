import { describe, expect, it } from 'vitest'
import { internationalDigits, messageLinks, whenInWords } from './prepared-message.ts'

describe('the number of a prepared message', () => {
  it('is taken as it is where it names its country', () => {
    expect(internationalDigits('+34 600-100 200', 'America/Bogota')).toBe('34600100200')
    expect(internationalDigits('0039 333 1234567', 'Europe/Madrid')).toBe('393331234567')
  })

  it('is of the country of the practice where it names none', () => {
    expect(internationalDigits('300 123 4567', 'America/Bogota')).toBe('573001234567')
    expect(internationalDigits('600 100 200', 'Europe/Madrid')).toBe('34600100200')
    expect(internationalDigits('07911 123456', 'Europe/London')).toBe('447911123456')
    expect(internationalDigits('391 123 4567', 'Europe/Rome')).toBe('393911234567')
  })

  it('does not get the code of the country twice', () => {
    expect(internationalDigits('57 300 123 4567', 'America/Bogota')).toBe('573001234567')
    expect(internationalDigits('34600100200', 'Europe/Madrid')).toBe('34600100200')
  })

  it('is not guessed where the country is not known', () => {
    expect(internationalDigits('91 1234 5678', 'Asia/Kolkata')).toBeUndefined()
  })
})

describe('the links of a prepared message', () => {
  const text = 'Cita & más: ¿el 5?'

  it('carry the number and the text', () => {
    expect(messageLinks('300 123 4567', text, 'America/Bogota')).toEqual({
      whatsapp: 'https://wa.me/573001234567?text=Cita%20%26%20m%C3%A1s%3A%20%C2%BFel%205%3F',
      sms: 'sms:3001234567?&body=Cita%20%26%20m%C3%A1s%3A%20%C2%BFel%205%3F',
    })
  })

  it('leave WhatsApp out where it could reach somebody else', () => {
    expect(messageLinks('91 1234 5678', text, 'Asia/Kolkata').whatsapp).toBeUndefined()
  })
})

describe('when it is, in words', () => {
  const visit = { start: '2027-02-16T15:00:00.000Z' }

  it('is told in the language of the patient on the clock of the practice', () => {
    expect(whenInWords(visit, 'America/Bogota', 'es')).toEqual({
      day: 'martes, 16 de febrero de 2027',
      time: '10:00',
    })
    expect(whenInWords(visit, 'Europe/Rome', 'it')).toEqual({
      day: 'martedì 16 febbraio 2027',
      time: '16:00',
    })
    expect(whenInWords(visit, 'Europe/London', 'en').time).toBe('3:00 pm')
  })
})
