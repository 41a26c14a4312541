import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { implement, type Route } from '../../platform/http/route.ts'
import { updateOwnSettings } from './accounts.settings.service.ts'
import type { LimitDependencies } from './accounts.sign-in-limits.ts'

export const accountSettingsRoutes = (deps: LimitDependencies): Route[] =>
  implement(
    { updateOwn: settingsEndpoints.updateOwn },
    { updateOwn: ({ actor, body }) => updateOwnSettings(deps, actor, body) },
  )
