import { crc32, deflateSync } from 'node:zlib'

const chunk = (name, bytes) => {
  const head = Buffer.from(name, 'latin1')
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  check.writeUInt32BE(crc32(bytes, crc32(head)))
  return Buffer.concat([length, head, bytes, check])
}

/** A PNG of so many pixels as a data URL, three bytes each and not packed: as large as a photograph of a telephone. */
export const photograph = (width, height) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const rows = Buffer.alloc(height * (1 + width * 3), 0)
  const parts = [
    ...[Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', header)],
    ...[chunk('IDAT', deflateSync(rows, { level: 0 })), chunk('IEND', Buffer.alloc(0))],
  ]
  return `data:image/png;base64,${Buffer.concat(parts).toString('base64')}`
}
