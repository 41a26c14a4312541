import type { FastifyInstance } from 'fastify'
import { allowPage, newNonce } from './security-headers.ts'

interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly { name: string; in: string; required: boolean }[]
  readonly requestBody?: unknown
  readonly responses?: Record<string, unknown>
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const operationHtml = (path: string, method: string, operation: Operation): string => `<details>
<summary><code>${escapeHtml(method.toUpperCase())}</code> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}</summary>
<p>${escapeHtml(operation.description ?? '')}</p>
<pre tabindex="0">${escapeHtml(JSON.stringify({ parameters: operation.parameters, requestBody: operation.requestBody, responses: operation.responses }, null, 2))}</pre>
</details>`

const page = (nonce: string, document: Record<string, unknown>): string => {
  const paths = document.paths as Record<string, Record<string, Operation>>
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationHtml(path, method, operation)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ulna API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style nonce="${nonce}">
body{font:15px/1.6 ui-sans-serif,system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#211e19;background:#f6f4ee}
details{background:#fff;border:1px solid #e2ded4;border-radius:10px;margin:.5rem 0;padding:.5rem 1rem}summary{cursor:pointer;padding:.4rem 0}
pre{overflow:auto;background:#f6f4ee;padding:1rem;border-radius:8px}code{font-weight:600;color:#0c5750}</style></head>
<body><main><h1>Ulna API</h1><p>OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a></p>${rows.join('\n')}</main></body></html>`
}

/** `GET /api/openapi.json` and a page that shows it, made by the server: no script, nothing fetched from elsewhere. */
export const serveOpenApi = (app: FastifyInstance, document: Record<string, unknown>): void => {
  const text = JSON.stringify(document)
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text),
  )
  app.get('/api/docs', (_request, reply) => {
    const nonce = newNonce()
    allowPage(reply, nonce)
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(nonce, document))
  })
}
