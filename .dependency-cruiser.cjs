// Who may import whom: docs/architecture.md. Zones follow from the names of the folders, so a new feature needs no line here.
// Tests may reach further than what they test: they set it up.
const tests = '[.]test[.]tsx?$|^server/test/|^web/src/test/'

/** Modules under `from` import nothing of ours except what `to` matches. */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: '^(contract|server|web|e2e|bench|scripts)/', pathNot: to },
})

const packages = [
  'npm',
  'npm-dev',
  'npm-optional',
  'npm-peer',
  'npm-no-pkg',
  'npm-unknown',
  'npm-bundled',
  'core',
]

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '[.]css$' } },
    {
      name: 'declared-packages',
      comment: 'A workspace declares what it imports.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: [tests, '[.]fixture[.]ts$'] },
      to: { dependencyTypes: packages, pathNot: '(^|/)node_modules/zod/' },
    },
    only('contract-knows-nobody', '^contract/', ['^contract/']),
    only('server-platform-knows-no-feature', '^server/src/platform/', [
      '^server/src/platform/',
      // Where the texts of mails are.
      '^server/src/paths[.]ts$',
      '^contract/',
    ]),
    only('server-features', '^server/src/features/', ['^server/src/(platform|features)/', '^contract/']),
    {
      name: 'server-feature-through-its-service',
      comment: 'Another feature only through its *.service.ts.',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: tests },
      to: {
        path: '^server/src/features/',
        pathNot: ['^server/src/features/$1/', '^server/src/features/.+[.]service[.]ts$'],
      },
    },
    {
      name: 'routes-call-services',
      severity: 'error',
      from: { path: '^server/src/features/.+[.]routes[.]ts$' },
      to: { path: '[.](policy|repository|jobs)[.]ts$' },
    },
    {
      name: 'services-know-no-routes',
      severity: 'error',
      from: { path: '^server/src/features/.+[.](service|jobs)[.]ts$' },
      to: { path: '[.]routes[.]ts$' },
    },
    {
      name: 'policies-and-repositories-are-leaves',
      severity: 'error',
      from: { path: '^server/src/features/.+[.](policy|repository)[.]ts$' },
      to: { path: '^server/src/features/.+[.](routes|service|jobs)[.]ts$' },
    },
    only('web-ui-knows-nobody', '^web/src/ui/', ['^web/src/ui/']),
    only('web-i18n', '^web/src/i18n/', ['^web/src/i18n/', '^contract/']),
    only('web-api', '^web/src/api/', ['^web/src/(api|i18n)/', '^contract/']),
    only('web-blocks', '^web/src/blocks/', ['^web/src/(blocks|ui|i18n)/', '^contract/']),
    only('web-features', '^web/src/features/([^/]+)/', [
      '^web/src/features/$1/',
      '^web/src/(blocks|ui|api|i18n)/',
      '^contract/',
    ]),
    only('web-pages', '^web/src/pages/', ['^web/src/(pages|features|blocks|ui|api|i18n)/', '^contract/']),
    only('web-app', '^web/src/(app/|main)', [
      '^web/src/(app|pages|features|blocks|ui|api|i18n)/',
      '^contract/',
    ]),
    only('e2e-uses-http-and-the-browser', '^e2e/', ['^e2e/']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(server|web)/dist/', '[.]css$'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
