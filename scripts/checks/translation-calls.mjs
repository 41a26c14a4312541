import path from 'node:path'
import ts from 'typescript'

const parse = (file, text) =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

const walk = (node, visit) => {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** First group named in `useTranslation('record')` or `useTranslation(['record', 'error'])`. */
const groupOfHook = (call) => {
  const [argument] = call.arguments
  if (!argument) return 'common'
  if (ts.isStringLiteral(argument)) return argument.text
  if (
    ts.isArrayLiteralExpression(argument) &&
    argument.elements[0] &&
    ts.isStringLiteral(argument.elements[0])
  ) {
    return argument.elements[0].text
  }
  return undefined
}

const isHookCall = (node) =>
  node &&
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'useTranslation'

/** The name that `t` of the hook is bound to: `{ t }` or `{ t: translate }`. */
const boundName = (pattern) => {
  const element = pattern.elements.find((one) => (one.propertyName ?? one.name).text === 't')
  return element?.name.text
}

/** Every `const { t } = useTranslation(group)` with the block that it is visible in. */
const findBindings = (source) => {
  const bindings = []
  walk(source, (node) => {
    if (
      !ts.isVariableDeclaration(node) ||
      !ts.isObjectBindingPattern(node.name) ||
      !isHookCall(node.initializer)
    )
      return
    const scope = ts.findAncestor(node, (parent) => ts.isBlock(parent) || ts.isSourceFile(parent))
    bindings.push({ name: boundName(node.name), group: groupOfHook(node.initializer), scope })
  })
  return bindings
}

const groupAt = (node, name, bindings) => {
  const within = bindings.filter(
    (binding) => binding.name === name && node.pos >= binding.scope.pos && node.end <= binding.scope.end,
  )
  return within.sort((a, b) => b.scope.pos - a.scope.pos)[0]?.group
}

const escapePattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const templatePattern = (template) => {
  const rest = template.templateSpans.map((span) => `[^:]+${escapePattern(span.literal.text)}`)
  return new RegExp(`^${escapePattern(template.head.text)}${rest.join('')}$`)
}

/** What an argument may be: literal keys, or patterns of template strings. A variable says nothing. */
const keysOf = (node) => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (ts.isTemplateExpression(node)) return [templatePattern(node)]
  if (ts.isConditionalExpression(node)) return [...keysOf(node.whenTrue), ...keysOf(node.whenFalse)]
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return keysOf(node.expression)
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(keysOf)
  return []
}

const hasOption = (call, name) => {
  const options = call.arguments[1]
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return false
  return options.properties.some((one) => one.name?.getText() === name)
}

const isTranslation = (node) =>
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 't' &&
  node.arguments.length > 0

/** `composeMail(language, 'activate', …)` of the server asks for every text of that mail. */
const isMail = (node) =>
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'composeMail' &&
  node.arguments.length > 1

const lineOf = (source, node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1

const callsIn = (source, file) => {
  const bindings = findBindings(source)
  const calls = []
  walk(source, (node) => {
    if (isMail(node)) {
      const where = `${file}:${lineOf(source, node)}`
      for (const key of keysOf(node.arguments[1])) calls.push({ key, group: 'mails', branch: true, where })
    }
    if (!isTranslation(node)) return
    const branch = hasOption(node, 'returnObjects')
    const group = hasOption(node, 'ns') ? undefined : groupAt(node, 't', bindings)
    const where = `${file}:${lineOf(source, node)}`
    for (const key of keysOf(node.arguments[0])) calls.push({ key, group, branch, where })
  })
  return calls
}

const literalsIn = (source) => {
  const literals = new Set()
  const patterns = []
  let namesMails = false
  walk(source, (node) => {
    if (isMail(node) && keysOf(node.arguments[1]).length === 0) namesMails = true
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) literals.add(node.text)
    if (ts.isTemplateExpression(node) && node.head.text.length > 2) patterns.push(templatePattern(node))
  })
  return { literals, patterns, namesMails }
}

/**
 * The `t(…)` calls of a source file, each with the group of its `useTranslation`, the mails it composes, and every
 * string in it: a key in a table is used by whoever reads the table. `namesMails`: some mail's name is a variable.
 */
export const readTranslations = (file, text) => {
  const source = parse(path.basename(file), text)
  return { calls: callsIn(source, file), ...literalsIn(source) }
}

/** Property names of an exported object literal, as the keys of the error catalogue. */
export const readObjectKeys = (text, name) => {
  const keys = []
  walk(parse('source.ts', text), (node) => {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== name) return
    walk(node.initializer, (inner) => {
      if (ts.isPropertyAssignment(inner) && ts.isObjectLiteralExpression(inner.initializer))
        keys.push(inner.name.getText())
    })
  })
  return keys
}
