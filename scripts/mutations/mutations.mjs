import ts from 'typescript'

/**
 * One way to break a guard: replace the text from `start` to `end`.
 * @typedef {{ start: number, end: number, replacement: string, line: number, what: string }} Mutation
 */

const opposite = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '>='],
  ['<=', '>'],
  ['>', '<='],
  ['>=', '<'],
  ['&&', '||'],
  ['||', '&&'],
])

/** A comparison that is off by the border. */
const neighbour = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])

const ranks = ['practitioner', 'assistant', 'admin', 'owner']

const isGuardName = (name) => /^(require|refuse|may[A-Z]|admit|check|ensure|assert)/.test(name)

const calledName = (expression) => {
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression
  if (!ts.isCallExpression(call)) return ''
  return ts.isPropertyAccessExpression(call.expression)
    ? call.expression.name.text
    : call.expression.getText()
}

const throws = (statement) => {
  if (ts.isThrowStatement(statement)) return true
  return ts.isBlock(statement) && statement.statements.some((one) => ts.isThrowStatement(one))
}

const textOf = (node, source) => node.getText(source)

const callOfGuard = (node) => {
  if (!ts.isExpressionStatement(node)) return []
  const name = calledName(node.expression)
  return isGuardName(name) ? [[node, ';', `without ${name}(…)`]] : []
}

/** Guards that answer what they checked (`Authorized`), and which of their arguments that is. */
const answering = new Map([
  ['mayDecide', 2],
  ['mayWriteAgenda', 1],
  ['mayWriteAbsence', 1],
])

const answerOfGuard = (node, source) => {
  if (!ts.isCallExpression(node) || ts.isExpressionStatement(node.parent)) return []
  const name = calledName(node)
  const checked = node.arguments[answering.get(name) ?? -1]
  return checked ? [[node, textOf(checked, source), `without ${name}(…)`]] : []
}

const refusal = (node, source) => {
  if (!ts.isIfStatement(node) || node.elseStatement || !throws(node.thenStatement)) return []
  const condition = textOf(node.expression, source)
  return [
    [node.expression, 'false', `never refuses: if (${condition})`],
    [node.expression, `!(${condition})`, `refuses the others: if (${condition})`],
  ]
}

const comparison = (node, source) => {
  if (!ts.isBinaryExpression(node)) return []
  const sign = textOf(node.operatorToken, source)
  return [opposite.get(sign), neighbour.get(sign)]
    .filter((other) => other !== undefined)
    .map((other) => [
      node.operatorToken,
      other,
      `${sign} becomes ${other} in ${textOf(node, source).slice(0, 80)}`,
    ])
}

const askedBesides = (node, source) => {
  if (!ts.isPropertyAssignment(node) || node.initializer.kind !== ts.SyntaxKind.TrueKeyword) return []
  const name = textOf(node.name, source)
  return ['clinical', 'fresh'].includes(name) ? [[node, '', `without ${name}: true`]] : []
}

const rank = (node, source) => {
  if (!ts.isPropertyAssignment(node) || textOf(node.name, source) !== 'rank') return []
  const at = ts.isStringLiteral(node.initializer) ? ranks.indexOf(node.initializer.text) : -1
  return [ranks[at - 1], at < 0 ? undefined : ranks[at + 1]]
    .filter((other) => other !== undefined)
    .map((other) => [node.initializer, `'${other}'`, `rank ${ranks[at]} becomes ${other}`])
}

/** One obstacle less in a list of obstacles. */
const listOfNames = (node, source) => {
  if (!ts.isArrayLiteralExpression(node) || node.elements.length < 2) return []
  if (!node.elements.every((one) => ts.isIdentifier(one))) return []
  const names = node.elements.map((one) => textOf(one, source))
  return names.map((name) => [
    node,
    `[${names.filter((one) => one !== name).join(', ')}]`,
    `list without ${name}`,
  ])
}

const choice = (node, source) => {
  if (!ts.isConditionalExpression(node)) return []
  const condition = textOf(node.condition, source)
  return [[node.condition, `!(${condition})`, `the other way round: ${condition}`]]
}

const mutators = [callOfGuard, answerOfGuard, refusal, comparison, askedBesides, rank, listOfNames, choice]

/** What may be broken at one node. */
const mutationsAt = (node, source) =>
  mutators.flatMap((mutator) =>
    mutator(node, source).map(([target, replacement, what]) => ({
      start: target.getStart(source),
      end: target.getEnd(),
      replacement,
      what,
    })),
  )

/** Every mutation of a TypeScript source. */
export const mutationsOfCode = (text) => {
  const source = ts.createSourceFile('guard.ts', text, ts.ScriptTarget.Latest, true)
  const mutations = []
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    mutations.push(...mutationsAt(node, source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutations.map((one) => ({ ...one, line: source.getLineAndCharacterOfPosition(one.start).line + 1 }))
}

/** Every row-level-security policy of a migration, let through for everybody. */
export const mutationsOfPolicies = (text) =>
  [...text.matchAll(/practice_id = current_setting\('app\.practice_id'\)::bigint/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    replacement: 'true',
    line: text.slice(0, match.index).split('\n').length,
    what: 'a policy that lets every practice through',
  }))

export const mutationsOf = (file, text) =>
  file.endsWith('.sql') ? mutationsOfPolicies(text) : mutationsOfCode(text)

export const applyMutation = (text, { start, end, replacement }) =>
  text.slice(0, start) + replacement + text.slice(end)
