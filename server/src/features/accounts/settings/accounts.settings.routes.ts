import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { LimitDependencies } from '../sign-in/accounts.sign-in-limits.ts'
import { updateOwnSettings } from './accounts.settings.service.ts'

export const accountSettingsRoutes = (deps: LimitDependencies): Route[] =>
  implement(
    { updateOwn: settingsEndpoints.updateOwn },
    { updateOwn: ({ actor, body }) => updateOwnSettings(deps, actor, body) },
  )
