import type { Spending } from '../../platform/http/rate-limits.ts'

/** What an archive that is asked for takes of what the practice may have; one that could not be made gives it back. */
export const spendingOf = (practiceId: number): Spending => ['practiceExports', `practice ${practiceId}`]
