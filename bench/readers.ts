import { askServer } from './ask-server.ts'

/** People who read lists of patients meanwhile: what somebody else's work does to them. */
const readers = 8

/** Milliseconds of the slowest twentieth. */
export const p95Of = (latencies: readonly number[]): number =>
  latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? Number.NaN

/** Milliseconds of the slowest twentieth of reads, for as long as `during` lasts. */
export const readWhile = async (url: string, token: string, during: Promise<unknown>): Promise<number> =>
  p95Of(await latenciesWhile(url, token, during))

/** Milliseconds of each read, for as long as `during` lasts; `pauseMs`: how long each reader thinks between two. */
export const latenciesWhile = async (
  url: string,
  token: string,
  during: Promise<unknown>,
  pauseMs = 10,
): Promise<readonly number[]> => {
  let going = true
  const stop = during.finally(() => {
    going = false
  })
  const latencies: number[] = []
  const read = async (): Promise<void> => {
    while (going) {
      const startedAt = performance.now()
      await askServer(url, {
        method: 'GET',
        path: '/api/patient?limit=50',
        headers: { authorization: `Bearer ${token}` },
      })
      latencies.push(performance.now() - startedAt)
      // People read and think; eight that never stop would fill the machine by themselves.
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  await Promise.all([stop, ...Array.from({ length: readers }, read)])
  return latencies
}

/** Enough for a full page. */
export const seedPatients = async (url: string, token: string): Promise<void> => {
  for (let index = 0; index < 60; index += 1)
    await askServer(url, {
      method: 'POST',
      path: '/api/patient',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ firstName: `Paciente ${index}`, lastName: 'Prueba' }),
    })
}
