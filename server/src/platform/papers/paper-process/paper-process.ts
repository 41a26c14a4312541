// Run by papers.ts as a process of its own: reads a task as JSON and then what is attached to it from stdin, each with
// its length in four bytes before it. Bytes of a paper go to stdout while it is made, everything else as JSON to the
// fourth stream.
import { writeSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PaperAnswers, PaperTask } from '../papers.ts'
import { blocksOf } from './blocks.ts'

// Paper can wait; whoever writes at the same moment must not.
setPriority(10)

const answer = <Name extends PaperTask['task']>(about: PaperAnswers[Name]): void => {
  writeSync(3, JSON.stringify(about))
}

type Blocks = AsyncIterable<Buffer>

const renderPaper = async ({ model, signing }: PaperTask<'paper'>, blocks: Blocks): Promise<void> => {
  const [{ layOut }, { picturesOf }, { reserveSignature, signed }] = await Promise.all([
    import('./layout.ts'),
    import('./pictures.ts'),
    import('./signing.ts'),
  ])
  const { chunks, pages } = layOut(model, picturesOf(blocks, model), (document) =>
    reserveSignature(document, signing, model.at),
  )
  await pipeline(Readable.from(signed(chunks, signing)), process.stdout)
  answer<'paper'>({ pages: await pages })
}

const renderLocked = async ({ model, password }: PaperTask<'locked'>, blocks: Blocks): Promise<void> => {
  const [{ layOut }, { picturesOf }, { lockDocument }] = await Promise.all([
    import('./layout.ts'),
    import('./pictures.ts'),
    import('./lock.ts'),
  ])
  const { chunks, pages } = layOut(model, picturesOf(blocks, model), (document) => {
    lockDocument(document, password)
    return () => undefined
  })
  await pipeline(chunks, process.stdout)
  answer<'locked'>({ pages: await pages })
}

const perform = async (task: PaperTask, blocks: Blocks): Promise<void> => {
  if (task.task === 'paper') return renderPaper(task, blocks)
  if (task.task === 'locked') return renderLocked(task, blocks)
  if (task.task === 'generate') return answer<'generate'>((await import('./keys.ts')).generateKey(task))
  return answer<'read'>((await import('./supplied-keys.ts')).readSuppliedKey(task))
}

const blocks = blocksOf(process.stdin)
const head = await blocks.next()
if (head.done) throw new Error('nothing was asked')
await perform(JSON.parse(head.value.toString()) as PaperTask, blocks)
