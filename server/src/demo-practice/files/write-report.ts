export interface Report {
  readonly title: string
  /** Paragraphs, each a line of at most some ninety characters. */
  readonly lines: readonly string[]
}

/** What a string of a PDF may not hold as it is. */
const escaped = (line: string): string => line.replaceAll(/[\\()]/g, (one) => `\\${one}`)

const drawn = ({ title, lines }: Report): string => {
  const body = lines.map((line) => `0 -22 Td (${escaped(line)}) Tj`).join('\n')
  return `BT /F2 18 Tf 64 770 Td (${escaped(title)}) Tj /F1 11 Tf 0 -14 Td\n${body}\nET`
}

const font = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** A PDF of one page with a few lines, as a colleague might send it. */
export const writeReport = (report: Report): Buffer => {
  const page = drawn(report)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [5 0 R] /Count 1 >>',
    font('Helvetica'),
    font('Helvetica-Bold'),
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(page, 'latin1')} >>\nstream\n${page}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = Buffer.byteLength(text, 'latin1')
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = Buffer.byteLength(text, 'latin1')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
