import { appRoute } from './app-route.ts'
import { publicRoutes } from './public-routes.ts'
import { rootRoute } from './root-route.ts'
import { settingsRoutes } from './settings-routes.ts'
import { workRoutes } from './work-routes.ts'

/** Every page. The server knows their addresses from `webPaths` of the contract. */
export const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  appRoute.addChildren([...workRoutes, ...settingsRoutes]),
])
