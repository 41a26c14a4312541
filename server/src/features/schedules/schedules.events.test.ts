import { type Absence, absenceEndpoints, scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import { expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { follow } from '../../../test/event-stream.ts'
import { listen } from '../../../test/sweeps/scene/raw-request.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()

it('changes of hours and absences are told to whoever follows the practice, by their ids, and refused ones are not', async () => {
  const { token, doctorId } = owner
  const follower = await follow(await listen(app.server), { authorization: `Bearer ${token}` })
  await follower.heard('ready')
  const time = { start: '2027-01-01T00:00:00Z', end: '2027-01-02T00:00:00Z' }
  await callEndpoint(app, absenceEndpoints.create, {
    token,
    body: { doctorId, title: 'Al revés', start: time.end, end: time.start },
  })
  await callEndpoint(app, scheduleEndpoints.update, { token, params: { doctorId }, body: { capacity: 2 } })
  const { payload } = await callEndpoint(app, absenceEndpoints.create, {
    token,
    body: { doctorId, title: 'Curso', ...time },
  })
  const { id } = payload as Absence
  await callEndpoint(app, absenceEndpoints.update, { token, params: { id }, body: { title: 'Congreso' } })
  await callEndpoint(app, absenceEndpoints.remove, { token, params: { id } })
  await follower.heard('change', 4)
  expect(follower.changes).toEqual(
    [doctorId, id, id, id].map((one) => ({ topic: 'schedules', ids: [one], many: false })),
  )
  follower.leave()
})
