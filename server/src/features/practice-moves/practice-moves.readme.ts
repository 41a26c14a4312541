import { languages } from '@ulna/contract/languages'
import { textsOf } from '../../platform/locale-texts.ts'
import type { Snapshot } from './leaving/practice-moves.snapshot.ts'

const commands = `openssl x509 -in certificate.pem -noout -fingerprint -sha256
openssl x509 -in certificate.pem -noout -pubkey > key.pem
openssl dgst -sha256 -verify key.pem -signature manifest.sig manifest.json`

/** What whoever opens the archive reads first: in every language, as nobody knows who that will be. */
export const readmeText = ({
  practice,
  at,
  product,
}: Pick<Snapshot, 'practice' | 'at' | 'product'>): string =>
  [
    `${practice.name} · ${at} · Ulna ${product}`,
    ...languages.map((language) => textsOf(language, 'practiceMoves')('readme')),
    commands,
    '',
  ].join('\n\n')
