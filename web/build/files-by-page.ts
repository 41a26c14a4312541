import { build, type InlineConfig, type Rolldown } from 'vite'
import { elsewhere, fileOf, isLater, pages } from './pages.ts'

type Chunk = Rolldown.OutputChunk
type Chunks = ReadonlyMap<string, Chunk>

/** The chunks that must be there before one of them runs, with itself. */
export const withImports = (chunk: Chunk, chunks: Chunks, found: Set<Chunk> = new Set()): Set<Chunk> => {
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (imported) withImports(imported, chunks, found)
  }
  return found
}

/** The chunk that an import of this module leads to: its own, or one that it went into with others. */
export const entryOf = (chunks: Chunks, end: string): Chunk => {
  for (const chunk of chunks.values()) if (chunk.facadeModuleId?.endsWith(end)) return chunk
  for (const chunk of chunks.values())
    if (chunk.moduleIds.some((module) => module.endsWith(end))) return chunk
  throw new Error(`web/build/pages.ts names a module that nobody fetches: ${end}`)
}

/** Every chunk as it comes without groups: what the same entries need, and nothing else, is in one. */
const chunksApart = async (config: InlineConfig): Promise<Chunks> => {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: {
      ...config.build,
      write: false,
      minify: false,
      cssMinify: false,
      rolldownOptions: { experimental: { chunkOptimization: false } },
    },
  })
  const { output } = result as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  return new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
}

/** The names of the pages that need each chunk; of which parts somebody fetches when they are needed. */
const pagesOf = (chunks: Chunks) => {
  const needed = new Map([...chunks.values()].map((chunk) => [chunk, new Set<string>()]))
  const mark = (entry: Chunk, name: string): void => {
    for (const chunk of withImports(entry, chunks)) needed.get(chunk)?.add(name)
  }
  const firsts = pages
    .filter(({ name }) => !isLater(name))
    .map(({ entries: [first] }) => entryOf(chunks, first))
  const named = new Set(firsts)
  for (const { name, entries } of pages)
    for (const end of entries) {
      const entry = entryOf(chunks, end)
      named.add(entry)
      mark(entry, name)
    }
  const apart = new Set<Chunk>(firsts)
  for (const chunk of chunks.values())
    if (chunk.facadeModuleId && !named.has(chunk)) {
      apart.add(chunk)
      mark(chunk, elsewhere)
    }
  return { needed, apart }
}

/**
 * The file that each module goes into, by the pages that need it, which a first build without groups tells: it knows
 * what of a package is left, as no list of names does. What only one part needs stays with it, but for its styles.
 */
export const filesByPage = async (config: InlineConfig): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string>()
  const { needed, apart } = pagesOf(await chunksApart(config))
  for (const [chunk, names] of needed)
    for (const module of chunk.moduleIds) {
      const isApart = apart.has(chunk) && !chunk.isEntry && !module.endsWith('.css')
      const file = isApart ? null : fileOf(names, module)
      if (file) files.set(module, file)
    }
  return files
}
