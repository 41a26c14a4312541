import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders of files that take long. Begun last, one of them would be waited for alone. */
const slow = /\/(test\/(faults|sweeps)|embedded-postgres|jobs|papers|files|events)\//

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification): boolean => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

// The database each run uses is chosen by TEST_DATABASE: see server/test/postgres-global-setup.ts.
export default defineConfig({
  test: {
    projects: ['contract', 'server', 'web', 'scripts'],
    sequence: { sequencer: SlowFirst },
    coverage: { enabled: false },
  },
})
