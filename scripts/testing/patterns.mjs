import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'
import { root } from '../run-command.mjs'

const folders = ['contract/src', 'server/src', 'web/src']
const isSource = (file) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.generated.ts')

const literalsIn = (file, text) => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind)
  const found = []
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text)
      found.push({ file, pattern, flags })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The regular expressions of the product as `{ file, pattern, flags }`, each once, in the order of the files. */
export const productPatterns = async () => {
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true })).map((file) => path.join(folder, file)),
    ),
  )
  const sources = files.flat().filter(isSource).sort()
  const literals = await Promise.all(
    sources.map(async (file) => literalsIn(file, await readFile(path.join(root, file), 'utf8'))),
  )
  const byText = new Map()
  for (const one of literals.flat()) {
    const text = `/${one.pattern}/${one.flags}`
    if (!byText.has(text)) byText.set(text, one)
  }
  return [...byText.values()]
}
