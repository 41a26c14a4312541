/** Codes of one Huffman table: for each 16 bits that may come, the length of the code (high byte) and its value. */
export type CodeTable = Uint16Array

/** A table as a JPEG lists it: how many codes have 1 to 16 bits, then what they stand for. */
export const codeTable = (counts: Uint8Array, values: Uint8Array): CodeTable => {
  const table = new Uint16Array(65_536)
  let at = 0
  let code = 0
  for (let length = 1; length <= 16; length += 1) {
    const span = 1 << (16 - length)
    for (let left = counts[length - 1] ?? 0; left > 0; left -= 1) {
      table.fill((length << 8) | (values[at] ?? 0), code, code + span)
      at += 1
      code += span
    }
  }
  if (code > 65_536 || at > values.length) throw new Error('broken code table')
  return table
}

/** Eight markers, one after the other, behind which everything begins anew (ITU-T T.81, table B.1). */
const isRestart = (kind: number | undefined): boolean => kind !== undefined && kind >= 0xd0 && kind <= 0xd7

/** The bits between two markers of a JPEG, without the zeros stuffed behind 255. */
export class EntropyBits {
  private buffer = 0
  private held = 0
  /** Bits that were made up behind the end, so that a whole code can be looked at. */
  private invented = 0

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {}

  /** What the next code stands for. */
  code(table: CodeTable): number {
    this.fill()
    const found = table[(this.buffer >>> (this.held - 16)) & 0xff_ff] ?? 0
    if (found === 0) throw new Error('no such code')
    this.drop(found >> 8)
    return found & 255
  }

  /** A number of at most 16 bits. */
  number(count: number): number {
    this.fill()
    const found = (this.buffer >>> (this.held - count)) & ((1 << count) - 1)
    this.drop(count)
    return found
  }

  /** Goes to the marker that ends the bits, and says where it stands. */
  toMarker(): number {
    while (this.at < this.bytes.length && !this.isMarker()) this.at += 1
    return this.at
  }

  /** Goes on behind a restart; what was left of the last byte is filling. */
  skipRestart(): void {
    if (!isRestart(this.bytes[this.toMarker() + 1])) throw new Error('a restart is missing')
    this.at += 2
    this.held = 0
    this.invented = 0
  }

  private isMarker(): boolean {
    return this.bytes[this.at] === 255 && this.bytes[this.at + 1] !== 0
  }

  private fill(): void {
    while (this.held < 16) {
      this.buffer = (this.buffer << 8) | this.next()
      this.held += 8
    }
  }

  private next(): number {
    const byte = this.bytes[this.at]
    if (byte === undefined || (byte === 255 && this.isMarker())) {
      this.invented += 8
      return 0
    }
    this.at += byte === 255 ? 2 : 1
    return byte
  }

  /** Less is there than was asked for: the picture is cut off. */
  private drop(count: number): void {
    this.held -= count
    if (this.held < this.invented) throw new Error('bits are missing')
  }
}
