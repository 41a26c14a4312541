import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { hashingInProcesses, productionCost } from './password-hashing.ts'

const hashing = hashingInProcesses({ memoryCost: 1024, timeCost: 1, parallelism: 1 }, 2)
afterAll(() => hashing.close())

/** Processes below this one that run the hashing program: id and priority. */
const hashers = (): { pid: number; nice: number }[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,ni=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('password-process.ts'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => Number(parent) === process.pid)
    .map(([pid, , nice]) => ({ pid: Number(pid), nice: Number(nice) }))

describe('passwords hashed in processes', () => {
  it('verify, and only the right one', async () => {
    const stored = await hashing.hash('cuatro gatos en el tejado')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
    expect(await hashing.verify(stored, 'cuatro gatos en el tejado')).toBe(true)
    expect(await hashing.verify(stored, 'cinco gatos en el tejado')).toBe(false)
  })

  it('G12 count every character, past the 72 bytes where others stop', async () => {
    const long = 'ñ'.repeat(128)
    const stored = await hashing.hash(long)
    expect(await hashing.verify(stored, `${long.slice(0, -1)}n`)).toBe(false)
    expect(await hashing.verify(stored, long)).toBe(true)
  })

  it('are hashed by no more processes than were asked for, which leave the rest of the machine its turn', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => hashing.hash(`clave número ${index}`)))
    expect(hashers()).toHaveLength(2)
    expect(hashers().every(({ nice }) => nice === 15)).toBe(true)
  })

  it('are hashed all the same when the processes are killed meanwhile', async () => {
    const running = hashing.hash('x'.repeat(20))
    for (const { pid } of hashers()) process.kill(pid, 'SIGKILL')
    expect(await running).toMatch(/^\$argon2id/)
    expect(await hashing.hash('después')).toMatch(/^\$argon2id/)
  })

  it('refuse a stored text that is no hash', async () => {
    await expect(hashing.verify('nonsense', 'x')).rejects.toThrow('a password was not hashed')
  })

  it('G12 cost what OWASP asks at least', () => {
    expect(productionCost.memoryCost * productionCost.timeCost).toBeGreaterThanOrEqual(19_456 * 2)
  })
})
