// Run by papers.ts as a process of its own: reads a job as JSON and then what is attached to it from stdin, each with its
// length in four bytes before it. Bytes of a paper go to stdout while it is made, everything else as JSON to the fourth
// stream.
import { writeSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { blocksOf } from './blocks.mjs'

// Paper can wait; whoever writes at the same moment must not.
setPriority(10)

const answer = (about) => writeSync(3, JSON.stringify(about))

const renderPaper = async ({ model, signing }, blocks) => {
  const [{ layOut }, { picturesOf }, { signed }] = await Promise.all([
    import('./layout.mjs'),
    import('./pictures.mjs'),
    import('./signing.mjs'),
  ])
  const material = { ...signing, at: model.at }
  const { chunks, pages } = layOut(model, picturesOf(blocks, model), material)
  await pipeline(Readable.from(signed(chunks, material), { objectMode: true }), process.stdout)
  answer({ pages: await pages })
}

const tasks = {
  paper: renderPaper,
  generate: async (job) => answer((await import('./keys.mjs')).generateKey(job)),
  read: async (job) => answer((await import('./supplied-keys.mjs')).readSuppliedKey(job)),
}

const blocks = blocksOf(process.stdin)
const { value: head } = await blocks.next()
const job = JSON.parse(head.toString())
await tasks[job.task](job, blocks)
