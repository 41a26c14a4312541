import { expect, type Page } from '@playwright/test'
import { textsIn } from '../scene/texts.ts'
import type { HostileApi } from './hostile-api.ts'
import type { View } from './hostile-look.ts'
import type { Turn } from './hostile-turn.ts'

// What is paid ahead and what is signed: packages, receipts, signatures, consents.

const t = textsIn('es')

export interface Prepaid {
  readonly packageId: number
  readonly signedId: number
  readonly consentId: number
  /** What the server keeps, by where it stands. */
  readonly stored: Readonly<
    Record<'packages' | 'ledger' | 'prices' | 'receipts' | 'signatures' | 'consents', string[]>
  >
}

interface Place {
  readonly doctorId: number
  readonly patientId: number
  readonly records: readonly { readonly id: number; readonly classId: string }[]
}

type Sold = Readonly<{ id: number; description: string; packageData: { notes: string } }>

const plantPackages = async (api: HostileApi, { doctorId, patientId }: Place, turn: Turn) => {
  const sell = (): Promise<Sold> =>
    api.send('post', '/sessionpackage', {
      data: {
        ...{ ownerId: patientId, doctorId, numSessions: 10, description: turn() },
        packageData: { price: 350, currency: 'COP', notes: turn() },
      },
    })
  const cancelled = await sell()
  const call = { path: { id: cancelled.id }, data: { status: 'cancelled', reason: turn() } }
  await api.send('put', '/sessionpackage/{id}', call)
  const { id } = await sell()
  const changed = await api.send<Sold>('put', '/sessionpackage/{id}', {
    path: { id },
    data: { numSessions: 12, description: turn(), packageData: { notes: turn() }, reason: turn() },
  })
  const start = Date.now() - 86_400_000
  const times = { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() }
  const visit = await api.send<{ id: number }>('post', '/appointment', {
    data: { doctorId, patientId, ...times, status: 'no_show' },
  })
  const change = (data: object) =>
    api.send('put', '/sessionpackage/visit/{appointmentId}', { path: { appointmentId: visit.id }, data })
  await change({ action: 'count', packageId: id })
  await change({ action: 'giveBack', reason: turn() })
  const ledger = await api.send<{ reason: string | null }[]>('get', '/sessionpackage/{id}/movements', {
    path: { id },
  })
  return {
    packageId: id,
    packages: [changed.description],
    ledger: [changed.packageData.notes, ...ledger.flatMap(({ reason }) => reason ?? [])],
  }
}

/** A price of the list, under its second name. */
const plantPrice = async (api: HostileApi, turn: Turn): Promise<string[]> => {
  const data = { name: turn(), minutes: 45, priceMinor: 9_000_000, currency: 'COP' }
  const { id } = await api.send<{ id: number }>('post', '/price', { data })
  const changed = { path: { id }, data: { name: turn() } }
  return [(await api.send<{ name: string }>('put', '/price/{id}', changed)).name]
}

interface Issued {
  readonly id: number
  readonly payer: { readonly name: string }
  readonly lines: readonly { readonly description: string }[]
  readonly reason: string | null
}

const plantReceipts = async (
  api: HostileApi,
  { patientId, packageId }: { patientId: number; packageId: number },
  turn: Turn,
): Promise<string[]> => {
  const paid = { patientId, packageId, currency: 'COP', method: 'cash' }
  const issued = await api.send<Issued>('post', '/receipt', {
    data: {
      ...paid,
      lines: [{ description: turn(), quantity: 1, unitMinor: 35_000 }],
      payer: { name: turn(), taxId: turn(), address: turn() },
      notes: turn(),
    },
  })
  const voided = { path: { id: issued.id }, data: { reason: turn() } }
  const counter = await api.send<Issued>('post', '/receipt/{id}/void', voided)
  return [issued.payer.name, ...issued.lines.map(({ description }) => description), counter.reason ?? '']
}

interface Signed {
  readonly signatures: readonly {
    readonly signerName: string
    readonly relation: string | null
    readonly typedName: string | null
    readonly withdrawReason: string | null
  }[]
}

const plantSignatures = async (
  api: HostileApi,
  patientId: number,
  recordId: number,
  turn: Turn,
): Promise<string[]> => {
  const sign = (data: object) =>
    api.send<Signed>('post', '/signature/saveOrUpdateByPatientIdAndRecordId/{patientId}/{recordId}', {
      path: { patientId, recordId },
      data,
    })
  const guardian = { signer: 'guardian', signerName: turn(), relation: turn() }
  await sign({ signed: true, typedName: turn(), ...guardian })
  await sign({ signed: false, reason: turn(100, 10) })
  const { signatures } = await sign({ signed: true, typedName: turn() })
  return signatures.flatMap(({ signerName, typedName, withdrawReason }) =>
    [signerName, typedName, withdrawReason].filter((text) => text !== null),
  )
}

const plantConsent = async (
  api: HostileApi,
  patientId: number,
  recordId: number,
  turn: Turn,
): Promise<string[]> => {
  const path = { patientId, recordId }
  const data = { signed: true, typedName: turn() }
  await api.send('post', '/signature/saveOrUpdateByPatientIdAndRecordId/{patientId}/{recordId}', {
    path,
    data,
  })
  const taken = { path: { recordId }, data: { reason: turn() } }
  const { withdrawReason } = await api.send<{ withdrawReason: string }>(
    'post',
    '/consent/{recordId}/withdraw',
    taken,
  )
  return [withdrawReason]
}

export const plantPrepaid = async (api: HostileApi, place: Place, turn: Turn): Promise<Prepaid> => {
  const { patientId, records } = place
  const sold = await plantPackages(api, place, turn)
  const receipts = await plantReceipts(api, { patientId, packageId: sold.packageId }, turn)
  const prices = await plantPrice(api, turn)
  const signedId = records.find(({ classId }) => classId === 'followup_default')?.id ?? 0
  const consentId = records.find(({ classId }) => classId === 'consent_treatment')?.id ?? 0
  const signatures = await plantSignatures(api, patientId, signedId, turn)
  const consents = await plantConsent(api, patientId, consentId, turn)
  const { packageId, packages, ledger } = sold
  return {
    packageId,
    signedId,
    consentId,
    stored: { packages, ledger, prices, receipts, signatures, consents },
  }
}

const pressOf = (key: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: t(key) })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Where texts of what is prepaid and signed stand. */
export const prepaidViews = (
  { packageId, signedId, consentId, stored }: Prepaid,
  patientId: number,
): View[] => {
  const file = `/app/patient/${patientId}`
  const sold = `/app/session-package/${packageId}`
  return [
    { name: 'packages', path: '/app/session-package', texts: stored.packages },
    { name: 'package', path: sold, texts: [...stored.packages, ...stored.ledger] },
    { name: 'package, records', path: sold, open: pressOf('sessionPackage:records.action') },
    { name: 'receipts', path: '/app/session-package/receipts', texts: stored.receipts },
    { name: 'price list', path: '/app/settings/practice', texts: stored.prices },
    { name: 'receipt from the list', path: '/app/session-package/receipts?new=true', texts: stored.prices },
    { name: 'signed', path: `${file}?record=${signedId}`, texts: stored.signatures },
    { name: 'consent', path: `${file}?record=${consentId}`, texts: stored.consents },
    { name: 'consents', path: `${file}?consents=true`, texts: stored.consents },
  ]
}
