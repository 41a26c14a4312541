import { describe, expect, it } from 'vitest'
import { createLanes } from './lanes.ts'

/** Something that runs until it is told to end. */
const createWork = (begun: string[], name: string) => {
  let end = (): void => undefined
  let fail = (): void => undefined
  const ended = new Promise<string>((resolve, reject) => {
    end = () => resolve(name)
    fail = () => reject(new Error(name))
  })
  const run = (): Promise<string> => {
    begun.push(name)
    return ended
  }
  return { run, end, fail, ended }
}

describe('lanes', () => {
  it('let no more run than there are lanes, and the others in the order they came', async () => {
    const begun: string[] = []
    const inLane = createLanes(2)
    const works = ['a', 'b', 'c', 'd'].map((name) => createWork(begun, name))
    const results = works.map(({ run }) => inLane(run))
    expect(begun).toEqual(['a', 'b'])
    works[1]?.end()
    await results[1]
    await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
    for (const work of works) work.end()
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('let nobody overtake who waits, not even at the moment a lane becomes free', async () => {
    const begun: string[] = []
    const inLane = createLanes(1)
    const [first, second, third] = ['first', 'second', 'third'].map((name) => createWork(begun, name))
    if (!first || !second || !third) throw new Error('three')
    const results = [inLane(first.run), inLane(second.run), first.ended.then(() => inLane(third.run))]
    for (const work of [first, second, third]) work.end()
    await Promise.all(results)
    expect(begun).toEqual(['first', 'second', 'third'])
  })

  it('go on after something that failed', async () => {
    const begun: string[] = []
    const inLane = createLanes(1)
    const bad = createWork(begun, 'bad')
    const good = createWork(begun, 'good')
    const results = [inLane(bad.run), inLane(good.run)]
    bad.fail()
    good.end()
    await expect(results[0]).rejects.toThrow('bad')
    expect(await results[1]).toBe('good')
  })
})
