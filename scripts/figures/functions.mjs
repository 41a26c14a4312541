import ts from 'typescript'

const isFunction = (node) =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node)

/** The functions of a file: how many lines each has, and how many parameters. */
export const functionsOf = (name, text) => {
  const kind = name.endsWith('x')
    ? ts.ScriptKind.TSX
    : name.endsWith('s')
      ? ts.ScriptKind.TS
      : ts.ScriptKind.JS
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false, kind)
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line
  const found = []
  const visit = (node) => {
    if (isFunction(node) && node.body)
      found.push({
        lines: lineOf(node.end) - lineOf(node.pos) + 1,
        parameters: node.parameters.length,
      })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
