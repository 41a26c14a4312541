import { randomUUID } from 'node:crypto'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { type Member, memberEndpoints } from '@ulna/contract/practices/practices.members'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { insertMember, insertUser } from '../../../../test/sweeps/scene/people.ts'
import { testPractice } from '../../../../test/test-practice.ts'

const { app, owner } = await testPractice({ alone: true })

const arriving = async (): Promise<{ id: number; userId: number; email: string }> => {
  const tag = randomUUID()
  const userId = await insertUser(app, tag, 'llegada', null)
  const id = await insertMember(app, owner.practiceId, { userId, role: 'practitioner' })
  return { id, userId, email: `llegada-${tag}@example.test` }
}

const welcome = (id: number, token = owner.token) =>
  callEndpoint(app, memberEndpoints.welcome, { token, params: { id } })

const mailsTo = async (address: string) => {
  await app.runJobs()
  return (await app.mails()).filter((mail) => mail.to?.[0]?.address === address)
}

const listed = async (id: number): Promise<Member | undefined> => {
  const { payload }: { payload: Member[] } = await callEndpoint(app, memberEndpoints.list, {
    token: owner.token,
  })
  return payload.find(({ practiceRoleId }) => practiceRoleId === id)
}

describe('a member who came here with the practice', () => {
  it('is told so, and chooses a password with the link that is mailed', async () => {
    const { id, email } = await arriving()
    expect(await listed(id)).toMatchObject({ arrived: false, disabled: false })
    expect((await welcome(id)).status).toBe(200)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toContain('se ha mudado')
    const link = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    const password = 'siete lunas sobre el puente'
    const chosen = await callEndpoint(app, recoveryEndpoints.resetPassword, {
      body: { token: link.searchParams.get('token') ?? '', password },
    })
    expect(chosen.status).toBe(200)
    const signedIn = await callEndpoint(app, accountEndpoints.login, { body: { username: email, password } })
    expect(signedIn).toMatchObject({ status: 200, payload: { role: 'practitioner' } })
    expect(await listed(id)).toMatchObject({ arrived: true })
  })

  it('gets no further link once they were here, and nobody gets one who always was', async () => {
    const { id, userId, email } = await arriving()
    await welcome(id)
    await app.owner.queries
      .updateTable('users')
      .set({ activated_at: new Date() })
      .where('id', '=', userId)
      .execute()
    expect(await mailsTo(email)).toEqual([])
    expect(await welcome(id)).toMatchObject({ status: 404 })
    const { payload }: { payload: Member[] } = await callEndpoint(app, memberEndpoints.list, {
      token: owner.token,
    })
    const self = payload.find((member) => member.self)
    expect(await welcome(self?.practiceRoleId ?? 0)).toMatchObject({ status: 404 })
  })

  it('has no way in before, whatever password is tried', async () => {
    const { email } = await arriving()
    const tried = await callEndpoint(app, accountEndpoints.login, {
      body: { username: email, password: 'siete lunas sobre el puente' },
    })
    expect(tried.status).toBe(401)
  })
})
