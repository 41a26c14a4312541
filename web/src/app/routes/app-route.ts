import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { session } from '../../api/session/session.ts'
import { ensureRestored } from '../../features/accounts/entrance/ensure-restored.ts'
import { paths } from '../paths.ts'
import { anySearch, type PageOptions, rootRoute, texts } from './root-route.ts'

/** Everything that is not public waits for the restore, then asks for a signed-in user. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: async ({ location }) => {
    await ensureRestored()
    const { authUser, practiceRequired, accessRejected } = session.get()
    if (!authUser && !practiceRequired && !accessRejected)
      throw redirect({ to: paths.login, search: { next: location.href } })
  },
  ...texts('practice', 'user'),
  component: lazyRouteComponent(() => import('../AppLayout.tsx'), 'AppLayout'),
})

export const appPage = <const Path extends string>(path: Path, page: PageOptions) =>
  createRoute({ getParentRoute: () => appRoute, path, validateSearch: anySearch, ...page })
