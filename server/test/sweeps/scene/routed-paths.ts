import type { FastifyInstance } from 'fastify'

export interface RoutedPath {
  readonly method: string
  readonly path: string
}

/** The tree that Fastify prints, one line a path segment, indented by four characters a level. */
const linePattern = /^((?:[│ ] {3})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/

/** Every method and path the router answers, read from the router itself: what nobody listed is here too. */
export const routedPaths = (server: FastifyInstance): RoutedPath[] => {
  const stack: string[] = []
  const lines = server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.flatMap((line) => {
    const [, indent, segment, methods] = linePattern.exec(line) ?? []
    if (indent === undefined || segment === undefined)
      throw new Error(`the router prints "${line}", which nobody can read`)
    const depth = indent.length / 4
    const path = `${depth === 0 ? '' : stack[depth - 1]}${segment}`
    stack[depth] = path
    return (methods?.split(', ') ?? []).map((method) => ({ method, path }))
  })
}
