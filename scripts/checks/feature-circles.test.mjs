import { expect, it } from 'vitest'
import { featureCircles } from './feature-circles.mjs'

const imports = (source, ...resolved) => ({
  source,
  dependencies: resolved.map((one) => ({ resolved: one })),
})
const file = (name) => `server/src/features/${name}`

it('features that import each other over several files and folders are a circle, told with what makes it', () => {
  const circles = featureCircles([
    imports(file('rooms/rooms.routes.ts'), file('visits/visits.service.ts'), 'server/src/app.ts'),
    imports(file('visits/demo/visits.ts'), file('bills/bills.service.ts')),
    imports(file('bills/bills.jobs.ts'), file('rooms/plan/rooms.plan.service.ts')),
    imports(file('reports/reports.ts'), file('rooms/rooms.service.ts')),
  ])
  expect(circles).toEqual([
    {
      features: ['rooms', 'visits', 'bills', 'rooms'].map(file),
      imports: [
        `${file('rooms/rooms.routes.ts')} → ${file('visits/visits.service.ts')}`,
        `${file('visits/demo/visits.ts')} → ${file('bills/bills.service.ts')}`,
        `${file('bills/bills.jobs.ts')} → ${file('rooms/plan/rooms.plan.service.ts')}`,
      ],
    },
  ])
})

it('of two circles each is told', () => {
  const circles = featureCircles([
    imports('web/src/features/a/A.tsx', 'web/src/features/b/B.tsx'),
    imports('web/src/features/b/B.tsx', 'web/src/features/a/Other.tsx'),
    imports(file('a/a.ts'), file('b/b.ts')),
    imports(file('b/b.ts'), file('a/c.ts')),
  ])
  expect(circles.map(({ features }) => features[0])).toEqual(['web/src/features/a', file('a')])
})

it('what a test imports, a feature of its own and what is none make no circle', () => {
  const circles = featureCircles([
    imports(file('rooms/rooms.service.ts'), file('visits/visits.service.ts'), file('rooms/rooms.wire.ts')),
    imports(file('visits/visits.test.ts'), file('rooms/rooms.service.ts')),
    imports(file('visits/visits.service.ts'), 'server/src/app.ts'),
    imports('server/src/app.ts', file('rooms/rooms.service.ts')),
  ])
  expect(circles).toEqual([])
})
