import { createRootRoute, type RouteComponent, type StaticDataRouteOption } from '@tanstack/react-router'
import { loadTexts } from '../../i18n/i18n.ts'
import type { TextGroup } from '../../i18n/text-groups.ts'
import { ErrorPage } from '../ErrorPage.tsx'
import { NotFoundPage } from '../NotFoundPage.tsx'
import { RootLayout } from '../RootLayout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the group `common` that names the page in the window's title; the product's name alone without it. */
    title?: string
    /** Nothing of the app is around the page. */
    bare?: true
  }
}

export const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})

/** The text groups of a page come with its code (specification §2). */
export const texts = (...groups: readonly TextGroup[]) => ({ loader: () => loadTexts(groups) })

/** The pages of patients, agenda and trail read their own addresses. */
export const anySearch = (search: Record<string, unknown>): Record<string, unknown> => search

/** A page: its name, its texts, its code. */
export interface PageOptions extends Partial<ReturnType<typeof texts>> {
  readonly staticData?: StaticDataRouteOption
  readonly component: RouteComponent
}
