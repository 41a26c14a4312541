import { expect, it } from 'vitest'
import { noteBuild, otherBuilds } from './server-build.ts'

it('H10 the build of the first answer is the page’s own, and each other one is a sign of a newer', () => {
  const seen = ['one', 'one', null, 'one', 'two', 'two', null, 'two', 'one'].map((build) => {
    noteBuild(build)
    return otherBuilds.get()
  })
  expect(seen).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2])
})
