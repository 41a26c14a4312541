import { escapeHtml } from './escape-html.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d1d1b;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;width:100%}
th,td{text-align:start;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:anywhere}
a{color:#0f5f57;overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{background:#1a1a18;color:#eee}a{color:#6cc9bd}th,td{border-color:#444}}`

/** A page that opens from a folder, with no program of ours and nothing from elsewhere. `body` is HTML. */
export const htmlPage = ({
  language,
  title,
  body,
}: {
  readonly language: string
  readonly title: string
  readonly body: string
}): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>
<h1>${escapeHtml(title)}</h1>
${body}
</body></html>
`

/** A table whose first line is its head. */
export const htmlTable = ([head = [], ...rows]: readonly (readonly string[])[]): string => {
  const cells = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`
}

/** The address of a file below the folder of the page: names are encoded, and separators are not. */
export const hrefTo = (path: string): string => escapeHtml(path.split('/').map(encodeURIComponent).join('/'))
