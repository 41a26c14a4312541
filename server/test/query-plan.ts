import { type RawBuilder, sql } from 'kysely'
import type { TestApp } from './build-test-app.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

interface Explained {
  readonly 'QUERY PLAN': string
}

const planOf = ({ rows }: { rows: Explained[] }): PlanNode => {
  const [told]: { Plan: PlanNode }[] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]')
  if (!told) throw new Error('no plan was told')
  return told.Plan
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const readBy = (node: PlanNode): number =>
  node['Actual Loops'] *
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0))

/** Under row-level security, as the application's role in a practice. */
const asApplication = `set local role ulna_app; set local app.user_id = '0'; set local app.practice_id = `

/**
 * How many rows of tables and entries of indexes a statement reads on its way to its answer, run as the application
 * does it in a practice; `generic`: by a plan that was made before its values were known, as prepared ones are.
 */
export const rowsRead = async (
  app: TestApp,
  practiceId: number,
  statement: RawBuilder<unknown>,
  { generic = false } = {},
): Promise<number> => {
  const explained = await app.owner.queries.transaction().execute(async (tx) => {
    await sql.raw(`${asApplication}'${practiceId}'`).execute(tx)
    if (!generic) return sql<Explained>`explain (analyze, format json) ${statement}`.execute(tx)
    const { sql: text, parameters } = statement.compile(tx)
    await sql.raw('set local plan_cache_mode = force_generic_plan').execute(tx)
    await sql.raw(`prepare explained as ${text}`).execute(tx)
    const values = sql.join(parameters.map((value) => sql.lit(value)))
    const answer = await sql<Explained>`explain (analyze, format json) execute explained(${values})`.execute(
      tx,
    )
    await sql.raw('deallocate explained').execute(tx)
    return answer
  })
  const scans = nodesOf(planOf(explained)).filter(
    ({ 'Node Type': type }) => type.endsWith('Scan') && !/^(CTE|Subquery|Function) Scan$/.test(type),
  )
  return scans.reduce((sum, node) => sum + readBy(node), 0)
}
