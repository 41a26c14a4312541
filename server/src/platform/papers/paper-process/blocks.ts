// What papers.ts sends: blocks, each with its length in four bytes before it. They are taken one at a time, so that a
// hundred photos are never here at once.

const lengthBytes = 4

/** The blocks of a stream, as they arrive. */
export async function* blocksOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]()
  let held: Buffer[] = []
  let size = 0
  const take = async (count: number): Promise<Buffer | null> => {
    while (size < count) {
      const { value, done } = await chunks.next()
      if (done) return null
      held.push(value)
      size += value.length
    }
    const all = Buffer.concat(held)
    held = [all.subarray(count)]
    size -= count
    return all.subarray(0, count)
  }
  for (let head = await take(lengthBytes); head !== null; head = await take(lengthBytes)) {
    const block = await take(head.readUInt32BE())
    if (block === null) throw new Error('the last block is not whole')
    yield block
  }
}
