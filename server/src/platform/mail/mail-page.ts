import { escapeHtml } from '../html/escape-html.ts'

/** The parts of a mail, all of them plain text; an empty line parts paragraphs. */
export interface MailContent {
  readonly language: string
  readonly subject: string
  readonly greeting: string | undefined
  readonly before: string
  readonly link: { readonly label: string; readonly url: string } | undefined
  readonly linkHint: string
  readonly after: string | undefined
  readonly closing: readonly string[]
  /** Small, at the very end: how to get no more such mails. */
  readonly lastLink: { readonly label: string; readonly url: string } | undefined
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraphStyle = 'margin:0 0 16px;font-size:16px;line-height:1.5;color:#211e19'
const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#0e665e;color:#ffffff;font-size:16px;line-height:1.25;font-weight:600;text-decoration:none'
const smallStyle = 'margin:0 0 8px;font-size:14px;line-height:1.5;color:#5d574c'

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((one) => `<p style="${paragraphStyle}">${escapeHtml(one).replaceAll('\n', '<br>')}</p>`)
    .join('\n')

const linkAsHtml = ({ link, linkHint }: MailContent): string => {
  if (link === undefined) return ''
  const url = escapeHtml(link.url)
  return `<p style="margin:24px 0"><a href="${url}" style="${buttonStyle}">${escapeHtml(link.label)}</a></p>
<p style="${smallStyle}">${escapeHtml(linkHint)}<br><span style="word-break:break-all">${url}</span></p>
<div style="height:16px"></div>`
}

const lastLinkAsHtml = ({ lastLink }: MailContent): string =>
  lastLink === undefined
    ? ''
    : `<p style="${smallStyle}"><a href="${escapeHtml(lastLink.url)}" style="color:#0e665e">${escapeHtml(lastLink.label)}</a></p>`

const asHtml = (content: MailContent): string => `<!doctype html>
<html lang="${escapeHtml(content.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(content.subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#f6f4ee;${font}">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;border:1px solid #e2ded4;border-radius:8px">
<h1 style="margin:0 0 24px;font-size:20px;line-height:1.3;color:#211e19">${escapeHtml(content.subject)}</h1>
${content.greeting === undefined ? '' : paragraphs(content.greeting)}
${paragraphs(content.before)}
${linkAsHtml(content)}
${content.after === undefined ? '' : paragraphs(content.after)}
<hr style="margin:24px 0 16px;border:0;border-top:1px solid #e2ded4">
${content.closing.map((line) => `<p style="${smallStyle}">${escapeHtml(line)}</p>`).join('\n')}
${lastLinkAsHtml(content)}
</div>
</body>
</html>
`

const asText = ({ greeting, before, link, after, closing, lastLink }: MailContent): string =>
  [
    greeting,
    before,
    link === undefined ? undefined : `${link.label}:\n${link.url}`,
    after,
    `-- \n${closing.join('\n')}`,
    lastLink === undefined ? undefined : `${lastLink.label}:\n${lastLink.url}`,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
    .concat('\n')

/** One mail as plain text and as a calm page with one link; nothing in it is loaded from anywhere. */
export const mailPage = (content: MailContent): { text: string; html: string } => ({
  text: asText(content),
  html: asHtml(content),
})
