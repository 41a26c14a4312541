import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { register } from 'tsx/esm/api'
import { isEntry, root, runTool } from '../run-command.mjs'

const file = path.join(root, 'node_modules/.cache/openapi.json')

/** The document as an installation at this address publishes it. */
const writeDocument = async () => {
  register()
  const { endpointNames } = await import('../../server/src/platform/http/openapi/openapi.names.ts')
  const { openApiDocument } = await import('../../server/src/platform/http/openapi/openapi.ts')
  const installation = { version: '0.0.0', appUrl: 'https://practice.test' }
  const document = openApiDocument([...endpointNames.keys()], installation)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(document, null, 2))
}

if (isEntry(import.meta.url)) {
  await writeDocument()
  const { code } = await runTool(
    '@redocly/cli/bin/cli.js',
    ['lint', file, '--config', path.join(root, 'redocly.yaml'), '--max-problems=50'],
    { env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  )
  process.exit(code)
}
