import type { Signature } from '@ulna/contract/signatures/signatures'
import { sealIdText } from '@ulna/contract/signatures/signatures.seal'
import type { TFunction } from 'i18next'
import type { PaperPart } from '../../platform/papers/papers.ts'

interface Telling {
  readonly t: TFunction
  readonly momentOf: (instant: string) => string
}

const licenceOf = ({ t }: Telling, { signer, practitioner }: Signature): string | null =>
  signer === 'practitioner' && practitioner.licenceNumber !== null
    ? t('signatures:licence', { number: practitioner.licenceNumber })
    : null

const whoOf = (telling: Telling, one: Signature): string =>
  [one.signerName, telling.t(`signatures:signer.${one.signer}`), one.relation, licenceOf(telling, one)]
    .filter(Boolean)
    .join(' · ')

const sealPartOf = (telling: Telling, one: Signature): PaperPart => {
  const { t, momentOf } = telling
  const { withdrawnAt, withdrawnBy: by, withdrawReason: reason } = one
  const seal = t('paper:seal', {
    seal: sealIdText(one.sealId),
    version: one.recordVersion,
    when: momentOf(one.signedAt),
  })
  return {
    kind: 'seal',
    picture: one.image !== null,
    typed: one.typedName,
    alt: t('signatures:image', { name: one.signerName }),
    lines: [whoOf(telling, one), seal],
    notes:
      withdrawnAt === null ? [] : [t('signatures:withdrawn', { when: momentOf(withdrawnAt), by, reason })],
  }
}

/** How a record was signed, by whom and as what, with the seal of each signature; also those that were taken back. */
export const sealPartsOf = (telling: Telling, signatures: readonly Signature[]): PaperPart[] =>
  signatures.length === 0
    ? []
    : [
        { kind: 'section', text: telling.t('signatures:title') },
        ...signatures.map((one) => sealPartOf(telling, one)),
      ]

/** The seals that stand at the foot of every page a record is on: of signatures that stand. */
export const standingSeals = (signatures: readonly Signature[]): string[] =>
  signatures.filter(({ withdrawnAt }) => withdrawnAt === null).map(({ sealId }) => sealIdText(sealId))
