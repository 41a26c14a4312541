import { type LazyExoticComponent, lazy } from 'react'
import { loadTexts } from './i18n.ts'
import type { TextGroup } from './text-groups.ts'

/** Code that is fetched, with the groups of texts it speaks. */
export const withTexts = async <Module>(
  code: Promise<Module>,
  groups: readonly TextGroup[],
): Promise<Module> => {
  const [module] = await Promise.all([code, loadTexts(groups)])
  return module
}

/** What React takes for a component, whatever its props. */
type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

/**
 * A component that is fetched when it is first shown, with the groups of texts it is written in: `name` is what its
 * module exports it as. Its parent says with Suspense what stands there until then.
 */
export const lazyPart = <Module extends Readonly<Record<Name, Component>>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
  groups: readonly TextGroup[] = [],
): LazyExoticComponent<Module[Name]> =>
  lazy(async () => ({ default: (await withTexts(load(), groups))[name] }))
