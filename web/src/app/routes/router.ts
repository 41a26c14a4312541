import { createRouter } from '@tanstack/react-router'
import { ErrorPage } from '../ErrorPage.tsx'
import { NotFoundPage } from '../NotFoundPage.tsx'
import { routeTree } from './route-tree.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** No preloading: reading a patient's file before it is opened would leave a reading in the audit trail. */
export const router = createRouter({
  routeTree,
  defaultPreload: false,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingMs: 300,
})
