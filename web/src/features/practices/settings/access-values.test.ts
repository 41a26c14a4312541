import { accessRules } from '@ulna/contract/practices/practices.configurations'
import { describe, expect, it } from 'vitest'
import { usualWeek } from '../../../blocks/weekly-hours/weekly-periods.ts'
import { accessPath, changeOfAccess, tidyAccess } from './access-values.ts'

const week = usualWeek('07:00', '19:00')

describe('the rules that are sent', () => {
  const values = {
    networks: [' 10.0.0.0/8 ', ''],
    mailDomains: ['', 'example.test'],
    practitioner: [...week].reverse(),
    assistant: null,
    admin: [],
  }

  it('have no empty rows, and hours in the order of the week', () => {
    const tidied = tidyAccess(values)
    expect(tidied.networks).toEqual(['10.0.0.0/8'])
    expect(tidied.mailDomains).toEqual(['example.test'])
    expect(tidied.practitioner).toEqual(week)
    expect(tidied).toMatchObject({ assistant: null, admin: [] })
  })

  it('are what the contract takes', () => {
    const { configurations } = changeOfAccess(tidyAccess(values))
    expect(accessRules.safeParse(configurations?.access).success).toBe(true)
  })

  it('are found by the paths that the server names', () => {
    expect(accessPath('networks', 0)).toBe('configurations.access.networks.0')
    expect(accessPath('hours', 'assistant', 3, 'to')).toBe('configurations.access.hours.assistant.3.to')
  })
})
