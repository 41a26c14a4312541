import { createRouter } from '@tanstack/react-router'
import { appRoute } from './app-route.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { publicRoutes } from './public-routes.ts'
import { rootRoute } from './root-route.ts'
import { settingsRoutes } from './settings-routes.ts'
import { workRoutes } from './work-routes.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  appRoute.addChildren([...workRoutes, ...settingsRoutes]),
])

/** No preloading: reading a patient's file before it is opened would leave a reading in the audit trail. */
export const router = createRouter({
  routeTree,
  defaultPreload: false,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingMs: 300,
})
