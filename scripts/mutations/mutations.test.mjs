import { describe, expect, it } from 'vitest'
import { applyMutation, mutationsOf } from './mutations.mjs'

const broken = (file, text) => mutationsOf(file, text).map((one) => applyMutation(text, one))

describe('mutations of a guard', () => {
  it('take the refusal away and turn it round', () => {
    const text = "if (!actor.fresh) throw new AppError('reauth_required')"
    expect(broken('guard.ts', text)).toEqual([
      "if (false) throw new AppError('reauth_required')",
      "if (!(!actor.fresh)) throw new AppError('reauth_required')",
    ])
  })

  it('leave a call of a guard out', () => {
    expect(broken('guard.ts', "requireRank(actor.role, 'admin')\nwork()")).toEqual([';\nwork()'])
    expect(broken('guard.ts', 'await requireOwner(tx)')).toEqual([';'])
  })

  it('take what a guard was to check for what it answers', () => {
    expect(broken('guard.ts', 'const target = mayDecide(actor, members, found)')).toEqual([
      'const target = found',
    ])
    expect(broken('guard.ts', 'mayDecide(actor, members, found)')).toEqual([';'])
  })

  it('turn comparisons round and move their border', () => {
    expect(broken('guard.ts', 'const a = b >= c')).toEqual(['const a = b < c', 'const a = b > c'])
    expect(broken('guard.ts', 'const a = b && c')).toEqual(['const a = b || c'])
  })

  it('lower and raise ranks and drop what is asked for besides', () => {
    expect(broken('guard.ts', "const p = { rank: 'admin', clinical: true }")).toEqual([
      "const p = { rank: 'assistant', clinical: true }",
      "const p = { rank: 'owner', clinical: true }",
      "const p = { rank: 'admin',  }",
    ])
  })

  it('take each obstacle out of a list', () => {
    expect(broken('guard.ts', 'const edit = [signed, locked]')).toEqual([
      'const edit = [locked]',
      'const edit = [signed]',
    ])
  })

  it('leave types alone', () => {
    expect(broken('guard.ts', "type A = { rank: 'admin' }")).toEqual([])
  })

  it('open row-level security', () => {
    const text = "using (practice_id = current_setting('app.practice_id')::bigint)"
    expect(broken('0001.sql', text)).toEqual(['using (true)'])
  })
})
