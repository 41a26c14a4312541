import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { isWebPath, webPaths } from '@ulna/contract/web-paths'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { paths } from '../paths.ts'

/** The routes outside of a browser: what modules behind them look at while they are loaded is empty. */
const loadRoutes = async () => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL('http://ulna.test/') }))
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('sessionStorage', {})
  const { routeTree } = await import('./route-tree.ts')
  vi.unstubAllGlobals()
  return createRouter({ routeTree, history: createMemoryHistory() })
}

let router: Awaited<ReturnType<typeof loadRoutes>>

beforeAll(async () => {
  router = await loadRoutes()
})

/** An address that a pattern stands for. */
const addressOf = (pattern: string): string =>
  pattern.replace(/\$$/, 'any/path').replaceAll(/\$[A-Za-z]+/g, '12')

/** Whether the app has a page at an address: `**` holds what no route of its own is for. */
const hasPage = (address: string): boolean => {
  const [, params, route] = router.getMatchedRoutes(address)
  return route !== undefined && params['**'] === undefined
}

describe('the addresses that the server answers with the page', () => {
  it('are all those of the router', () => {
    const patterns = [...Object.keys(router.routesByPath), ...Object.values(paths)]
    expect(patterns.length).toBeGreaterThan(30)
    expect(patterns.filter((pattern) => !isWebPath(addressOf(pattern)))).toEqual([])
  })

  it('have a page each', () => {
    const samples = webPaths.map((path) => path.replace(/\$$/, '12'))
    expect(samples.filter((address) => !hasPage(address))).toEqual([])
  })

  it('are no others', () => {
    const strange = ['/nothing', '/app/nothing', '/app/settings/nothing', '/login/x', '/favicon.ico']
    expect(strange.filter((address) => hasPage(address) || isWebPath(address))).toEqual([])
  })
})
