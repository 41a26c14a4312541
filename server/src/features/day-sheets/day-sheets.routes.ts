import { daySheetEndpoints } from '@ulna/contract/day-sheets/day-sheets'
import { implement, type Route } from '../../platform/http/route.ts'
import type { DaySheetDependencies } from './day-sheets.dependencies.ts'
import { readPasswords, replacePasswords } from './day-sheets.passwords.service.ts'
import { fetchDaySheet } from './day-sheets.service.ts'

export const daySheetRoutes = (dependencies: DaySheetDependencies): Route[] =>
  implement(daySheetEndpoints, {
    fetch: ({ actor, query }) => fetchDaySheet(dependencies, actor, query),
    passwords: ({ actor }) => readPasswords(dependencies, actor),
    replace: ({ actor }) => replacePasswords(dependencies, actor),
  })
