import { expect, type Page } from '@playwright/test'
import { textsIn } from '../scene/texts.ts'
import type { HostileApi } from './hostile-api.ts'
import type { View } from './hostile-look.ts'
import type { Turn } from './hostile-turn.ts'

// What comes from elsewhere, what other programs read with, and what is put away and kept.

const t = textsIn('es')

export interface Keeping {
  readonly importId: number
  readonly archivedId: number
  readonly mergedId: number
  readonly mergeableId: number
  readonly stored: Readonly<
    Record<
      | 'keys'
      | 'sources'
      | 'archived'
      | 'holds'
      | 'newspapers'
      | 'copies'
      | 'handOvers'
      | 'entries'
      | 'merges',
      string[]
    >
  >
}

const plantKey = async (api: HostileApi, turn: Turn): Promise<string[]> => {
  const data = { name: turn(), scopes: ['patients'], lifetime: 30 }
  return [(await api.send<{ name: string }>('post', '/practice/key', { data })).name]
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** A file whose cells and names of columns are hostile; its bytes are no field of a body. */
const plantImport = async (api: HostileApi, texts: readonly string[], turn: Turn) => {
  const rows = texts.map((text) => ['Ana', text, text, text].map(quoted).join(';'))
  const header = ['Nombre', 'Apellidos', 'Correo', texts[0] ?? ''].map(quoted).join(';')
  const query = { fileName: 'pacientes.csv' }
  const data = Buffer.from([header, ...rows].join('\n'))
  const { id } = await api.send<{ id: number }>('post', '/import', { query, data })
  const values = [{ field: 'practitioner', text: turn(), target: 'gone' }]
  const changed = { path: { id }, data: { source: turn(), values } }
  const { source } = await api.send<{ source: string }>('put', '/import/{id}', changed)
  return { importId: id, sources: [source] }
}

/** Somebody who is put away, and kept for as long as two reasons say. */
const plantArchived = async (api: HostileApi, turn: Turn) => {
  const person = { firstName: 'Archivada', lastName: turn() }
  const { id } = await api.send<{ id: number }>('post', '/patient', { data: person })
  const hold = async (): Promise<{ id: number; reason: string }> =>
    api.send('post', '/retention/holds/{patientId}', { path: { patientId: id }, data: { reason: turn(100) } })
  const [kept, lifted] = [await hold(), await hold()]
  const data = { reason: turn(100) }
  await api.send('post', '/retention/hold/{id}/lift', { path: { id: lifted.id }, data })
  const away = { path: { id }, data: { reason: turn() } }
  const { archiveReason } = await api.send<{ archiveReason: string }>('post', '/patient/{id}/archive', away)
  return { archivedId: id, archived: [archiveReason], holds: [kept.reason] }
}

/** Somebody who was here once, long ago, and is archived. */
const plantDue = async (api: HostileApi): Promise<number> => {
  const { id } = await api.send<{ id: number }>('post', '/patient', {
    data: { firstName: 'Prescrita', lastName: 'Ruiz' },
  })
  await api.send('post', '/record', {
    data: {
      ...{ ownerId: id, type: 'med_hist', recordClassId: 'med_hist_default', date: '2001-03-02' },
      data: { gender: 'f' },
    },
  })
  await api.send('post', '/patient/{id}/archive', { path: { id }, data: {} })
  return id
}

/** Those whose files are to be destroyed, one by itself and one on an act, as newspapers said. */
const plantErasure = async (api: HostileApi, turn: Turn): Promise<string[]> => {
  await api.send('put', '/settings/practice', {
    data: { configurations: { retention: { rule: 'colombia' } } },
  })
  const asked = { path: { patientId: await plantDue(api) }, data: { ground: 'term_over' } }
  const erasure = await api.send<{ id: number }>('post', '/erasure/patient/{patientId}', asked)
  const { newspaper } = await api.send<{ newspaper: string }>('put', '/erasure/{id}/notices', {
    path: { id: erasure.id },
    data: { newspaper: turn(100), firstNoticeOn: '2020-03-02' },
  })
  await api.send('post', '/erasure/{id}/disclosure', {
    path: { id: erasure.id },
    data: { ground: 'claim', askedBy: turn(), reason: turn(100) },
  })
  const together = { data: { patientIds: [await plantDue(api)] } }
  const act = await api.send<{ id: number }>('post', '/erasures/act', together)
  const announced = await api.send<{ newspaper: string }>('put', '/erasures/act/{id}/notices', {
    path: { id: act.id },
    data: { newspaper: turn(100), firstNoticeOn: '2020-03-02' },
  })
  return [newspaper, announced.newspaper]
}

/** A copy that was handed over to somebody, and one that nobody wants any more. */
const plantCopy = async (api: HostileApi, turn: Turn, patientId: number): Promise<string[]> => {
  const path = { id: patientId }
  const asked = { askedOn: '2026-01-12', askedBy: 'guardian', identity: 'document' }
  const ask = () => api.send<{ id: number }>('post', '/patient/{id}/copies', { path, data: asked })
  const [one, other] = [await ask(), await ask()]
  const handed = { path: { id: one.id }, data: { how: 'other', to: turn() } }
  const withdrawn = { path: { id: other.id }, data: { reason: turn(100) } }
  return [
    (await api.send<{ handedOverTo: string }>('post', '/copy/{id}/handOver', handed)).handedOverTo,
    (await api.send<{ withdrawReason: string }>('post', '/copy/{id}/withdraw', withdrawn)).withdrawReason,
  ]
}

/** What somebody would take along, refused once and signed off once. */
const plantEntries = async (api: HostileApi, turn: Turn): Promise<string[]> => {
  const ask = async (): Promise<{ id: number; reason: string }> =>
    api.send('post', '/entries', { data: { reason: turn(100) } })
  const refused = await ask()
  const [no, yes] = [{ answer: turn(100) }, { answer: turn(100) }]
  await api.send('post', '/entries/{id}/refuse', { path: { id: refused.id }, data: no })
  const taken = await ask()
  await api.send('post', '/entries/{id}/signOff', { path: { id: taken.id }, data: yes })
  return [refused.reason, taken.reason]
}

/** A file that was handed over to somebody, for a reason. */
const plantHandOver = async (api: HostileApi, turn: Turn, patientId: number): Promise<string[]> => {
  const { recipient } = await api.send<{ recipient: string }>('post', '/handOvers/key', {})
  const data = { recipientName: turn(), recipient, ground: 'request', groundNote: turn(), keptBack: [] }
  const made = await api.send<{ recipientName: string; groundNote: string }>(
    'post',
    '/patient/{id}/handOvers',
    { path: { id: patientId }, data },
  )
  return [made.recipientName, made.groundNote]
}

/** Two of one person, open to be merged; the first keeps what is typed of both. */
const plantTwins = async (api: HostileApi, turn: Turn): Promise<readonly [number, number]> => {
  const plant = async (): Promise<number> => {
    const person = { firstName: 'Doble', lastName: turn(), note: turn(), clinicSummary: turn() }
    const { id } = await api.send<{ id: number }>('post', '/patient', { data: person })
    await api.send('post', '/record', {
      data: {
        ...{ ownerId: id, type: 'med_hist', recordClassId: 'med_hist_default', date: '2026-03-02' },
        data: { gender: 'f', profession: turn() },
      },
    })
    const open = { unlocked: true, reason: 'Para unir las fichas' }
    await api.send('put', '/patient/{id}', { path: { id }, data: open })
    return id
  }
  return [await plant(), await plant()]
}

const plantMerge = async (api: HostileApi, turn: Turn): Promise<{ mergedId: number; merges: string[] }> => {
  const [id, otherId] = await plantTwins(api, turn)
  const reason = turn(100)
  const history = { recordClassId: 'med_hist_default', data: { gender: 'f', profession: turn() } }
  const data = { otherId, reason, fields: { note: 'both', clinicSummary: 'both' }, history }
  await api.send('post', '/patient/{id}/merge', { path: { id }, data })
  const [merge] = await api.send<{ reason: string }[]>('get', '/patient/{id}/merge', { path: { id } })
  return { mergedId: id, merges: [merge?.reason ?? ''] }
}

export const plantKeeping = async (
  api: HostileApi,
  texts: readonly string[],
  turn: Turn,
): Promise<Keeping> => {
  const keys = await plantKey(api, turn)
  const { importId, sources } = await plantImport(api, texts, turn)
  const { archivedId, archived, holds } = await plantArchived(api, turn)
  const newspapers = await plantErasure(api, turn)
  const copies = await plantCopy(api, turn, archivedId)
  const entries = await plantEntries(api, turn)
  const handOvers = await plantHandOver(api, turn, archivedId)
  const { mergedId, merges } = await plantMerge(api, turn)
  const [mergeableId] = await plantTwins(api, turn)
  const stored = { handOvers, entries, copies, keys, sources, archived, holds, newspapers, merges }
  return { importId, archivedId, mergedId, mergeableId, stored }
}

const tryImport = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: t('imports:trial.action') }).click()
  await expect(page.getByText(t('imports:state.examined'), { exact: true })).toBeVisible()
}

const openFromMenu =
  (item: string) =>
  async (page: Page): Promise<void> => {
    await page
      .getByRole('button', { name: t('patient:head.more'), exact: true })
      .first()
      .click()
    await page.getByRole('menuitem', { name: t(item) }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }

/** Where texts of what is brought, opened to others, and put away stand. */
export const keepingViews = ({ importId, archivedId, mergedId, mergeableId, stored }: Keeping): View[] => {
  const file = `/app/patient/${archivedId}`
  return [
    { name: 'keys of the practice', path: '/app/settings/practice', texts: stored.keys },
    { name: 'records taken along', path: '/app/settings/members', texts: stored.entries },
    { name: 'imports', path: '/app/settings/import', texts: stored.sources },
    { name: 'import', path: `/app/settings/import/${importId}` },
    { name: 'import that was tried', path: `/app/settings/import/${importId}`, open: tryImport },
    { name: 'archived file', path: file, texts: stored.archived },
    { name: 'holds on a file', path: file, open: openFromMenu('patient:head.holds'), texts: stored.holds },
    { name: 'copies of a file', path: file, open: openFromMenu('patient:head.copies'), texts: stored.copies },
    {
      name: 'hand-overs of a file',
      path: file,
      open: openFromMenu('patient:head.handOvers'),
      texts: stored.handOvers,
    },
    { name: 'merged file', path: `/app/patient/${mergedId}`, texts: stored.merges },
    {
      name: 'two files side by side',
      path: `/app/patient/${mergeableId}/merge?with=${mergedId}`,
    },
    { name: 'files that are due, and erasures', path: '/app/settings/retention', texts: stored.newspapers },
  ]
}
