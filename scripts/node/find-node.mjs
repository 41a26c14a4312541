// Prints the path of the Node to run Ulna with. Runs on Node 20.19 and without any dependency.
import { ownMachine, suitableNode } from './suitable-node.mjs'

try {
  console.log(await suitableNode(ownMachine()))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
