/** What only its owner may know, by how it looks: a file of the repository, or of what is shipped, has none. */
const kinds = [
  ['key of age', /AGE-SECRET-KEY-1[0-9A-Z]{58}/],
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40}/],
  ['access key of Amazon', /\bAKIA[0-9A-Z]{16}\b/],
  ['key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['service account of Google', /"private_key_id"\s*:\s*"[0-9a-f]{40}"/],
  ['token of GitHub', /\bgh[pousr]_[A-Za-z0-9]{36}\b/],
  ['token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{20}/],
  ['key of Stripe', /\b[rs]k_live_[A-Za-z0-9]{20}/],
  [
    'password in an address',
    /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:@/'"`{}$<>]+:[^\s:@/'"`{}$<>]{12,}@(?!localhost|127\.|example)/,
  ],
]

/** Kinds of secrets that a text holds. */
export const secretsIn = (text) => kinds.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))

/** Files that hold such a thing by their name, whatever they are made of. */
export const isSecretFile = (file) =>
  /(?:^|\/)(?:app-secret|superuser-password|id_(?:rsa|ed25519)|\.env|\.npmrc\.local)$|\.(?:p12|pfx|jks|keystore)$/.test(
    file,
  )
