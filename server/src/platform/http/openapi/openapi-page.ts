import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../html/escape-html.ts'
import { allowPage, newNonce } from '../pages/security-headers.ts'
import type { Document } from './openapi.ts'

interface Operation {
  readonly path: string
  readonly method: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: unknown
  readonly requestBody?: unknown
  readonly responses?: unknown
}

/** What follows `#/components/` in a reference, as the id of an element. */
const idOf = (place: string): string => place.replace('/', '-')

/** A part of the document as JSON, its references links to what they name. */
const jsonHtml = (value: unknown): string =>
  escapeHtml(JSON.stringify(value, null, 2)).replaceAll(
    /#\/components\/(\w+\/\w+)/g,
    (reference, place: string) => `<a href="#${idOf(place)}">${reference}</a>`,
  )

const operationsOf = ({ paths = {} }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, object>).map(([method, operation]) => ({
      ...operation,
      path,
      method,
    })),
  )

const operationHtml = ({ path, method, summary = '', description = '', ...operation }: Operation): string => {
  const { parameters, requestBody, responses } = operation
  return `<details><summary><code>${escapeHtml(method.toUpperCase())}</code> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>
<p>${escapeHtml(description)}</p>
<pre tabindex="0">${jsonHtml({ parameters, requestBody, responses })}</pre></details>`
}

const componentsHtml = ({ components = {} }: Document): string =>
  Object.entries({ ...components })
    .flatMap(([kind, all]) =>
      Object.entries(all as Record<string, unknown>).map(
        ([name, component]) =>
          `<details><summary><code>${escapeHtml(name)}</code> ${escapeHtml(kind)}</summary>
<pre tabindex="0" id="${idOf(`${kind}/${name}`)}">${jsonHtml(component)}</pre></details>`,
      ),
    )
    .join('\n')

const style = `:root{color-scheme:light dark}
body{font:15px/1.6 ui-sans-serif,system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:light-dark(#211e19,#ece8df);background:light-dark(#f6f4ee,#1b1916)}
details{background:light-dark(#fff,#24211d);border:1px solid light-dark(#e2ded4,#3a362f);border-radius:10px;margin:.5rem 0;padding:.5rem 1rem}
summary{cursor:pointer;padding:.4rem 0;overflow-wrap:anywhere}nav ul{columns:12rem;padding-left:1.2rem}
pre{overflow:auto;background:light-dark(#f6f4ee,#1b1916);padding:1rem;border-radius:8px}
code{font-weight:600}code,a{color:light-dark(#0c5750,#7cc7bd)}`

const page = (nonce: string, document: Document): string => {
  const operations = operationsOf(document)
  const { tags = [] } = document
  const links = tags.map(({ name }) => `<li><a href="#tag-${name}">${escapeHtml(name)}</a></li>`)
  const sections = tags.map(
    ({
      name,
      description = '',
    }) => `<section aria-labelledby="tag-${name}"><h2 id="tag-${name}">${escapeHtml(name)}</h2>
<p>${escapeHtml(description)}</p>
${operations
  .filter((operation) => operation.tags?.includes(name))
  .map(operationHtml)
  .join('\n')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ulna API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style nonce="${nonce}">${style}</style></head>
<body><main><h1>Ulna API</h1><p>${escapeHtml(document.info.description ?? '')}</p>
<p>OpenAPI 3.1, for programs that make a client: <a href="/api/openapi.json">/api/openapi.json</a></p>
<nav aria-label="Features"><ul>${links.join('')}<li><a href="#components">Components</a></li></ul></nav>
${sections.join('\n')}
<section aria-labelledby="components"><h2 id="components">Components</h2>
${componentsHtml(document)}</section></main></body></html>`
}

/**
 * `GET /api/openapi.json` and a page that shows it, made by the server: no script, nothing fetched from elsewhere. The
 * document is made when somebody asks for it first.
 */
export const serveOpenApi = (app: FastifyInstance, describe: () => Document): void => {
  let made: { readonly document: Document; readonly text: string } | undefined
  const read = () => {
    if (made) return made
    const document = describe()
    made = { document, text: JSON.stringify(document) }
    return made
  }
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(read().text),
  )
  app.get('/api/docs', (_request, reply) => {
    const nonce = newNonce()
    allowPage(reply, nonce)
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(nonce, read().document))
  })
}
