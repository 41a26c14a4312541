import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Draft } from '@ulna/contract/drafts/drafts'
import { afterEach, expect, it } from 'vitest'
import { changeDraftList, withDraft, withoutDraft } from './draft-list.ts'

const queryKey = ['patient', 7, 'drafts']

const draftOf = (key: string, revision: number): Draft => ({
  patientId: 7,
  device: null,
  key,
  revision,
  data: { patientObs: `${key} ${revision}` },
  baseVersion: null,
  updatedAt: '2026-11-22T10:00:00.000Z',
})

let stop = (): void => undefined
afterEach(() => stop())

/** A list on show; every question is answered when the test says so. */
const showList = () => {
  const client = new QueryClient()
  const questions: ((drafts: Draft[]) => void)[] = []
  const observer = new QueryObserver<Draft[]>(client, {
    queryKey,
    retry: false,
    queryFn: () => new Promise((resolve) => questions.push(resolve)),
  })
  stop = observer.subscribe(() => undefined)
  return { client, questions, shown: () => client.getQueryData<Draft[]>(queryKey) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

it('H2 a list that was on its way when a draft was saved does not hide it', async () => {
  const { client, questions, shown } = showList()
  questions[0]?.([])
  await settled()
  void client.invalidateQueries({ queryKey })
  expect(questions).toHaveLength(2)
  changeDraftList(client, queryKey, withDraft(draftOf('followup', 1)))
  questions[1]?.([])
  await settled()
  expect(shown()).toEqual([draftOf('followup', 1)])
  expect(questions).toHaveLength(3)
  questions[2]?.([draftOf('followup', 1)])
  await settled()
  expect(shown()).toEqual([draftOf('followup', 1)])
})

it('a list that is at rest is changed and not asked for again', async () => {
  const { client, questions, shown } = showList()
  questions[0]?.([draftOf('followup', 1), draftOf('exam', 4)])
  await settled()
  changeDraftList(client, queryKey, withDraft(draftOf('followup', 2)))
  changeDraftList(client, queryKey, withDraft(draftOf('exam', 3)))
  expect(shown()).toEqual([draftOf('exam', 4), draftOf('followup', 2)])
  changeDraftList(client, queryKey, withoutDraft('exam'))
  expect(shown()).toEqual([draftOf('followup', 2)])
  await settled()
  expect(questions).toHaveLength(1)
})

it('a list that could not be had is asked for again when a draft is saved', async () => {
  const { client, questions } = showList()
  await client.cancelQueries({ queryKey })
  changeDraftList(client, queryKey, withDraft(draftOf('followup', 1)))
  await settled()
  expect(questions).toHaveLength(2)
})
