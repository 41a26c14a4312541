import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'

const page = new URL('../docs/benchmarks.md', import.meta.url)

/** What a table was taken on, and when. */
const taken = (): string => {
  const day = new Date().toISOString().slice(0, 10)
  const load = loadavg()[0]?.toFixed(1)
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, ${day}, load at the end ${load}.`
}

/** Puts a text between the marks of a command in docs/benchmarks.md. */
const putIntoPage = async (command: string, text: string): Promise<void> => {
  const [begin, end] = [`<!-- ${command} -->`, `<!-- end of ${command} -->`]
  const content = await readFile(page, 'utf8')
  const [from, to] = [content.indexOf(begin), content.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md has no place for ${command}`)
  await writeFile(page, `${content.slice(0, from + begin.length)}\n\n${text}\n\n${content.slice(to)}`)
}

/** Prints the table of a run; with UPDATE_BENCHMARKS=yes it takes the place of the last one in docs/benchmarks.md too. */
export const publish = async (command: string, table: string): Promise<void> => {
  const text = `${taken()}\n\n${table}`
  console.log(`\n${text}\n`)
  if (process.env.UPDATE_BENCHMARKS === 'yes') await putIntoPage(command, text)
}
