import { backupEndpoints } from '@ulna/contract/backups/backups'
import { contactEndpoints } from '@ulna/contract/contact/contact'
import { monitoringEndpoints } from '@ulna/contract/monitoring/monitoring'
import { newsEndpoints } from '@ulna/contract/news/news'
import { systemEndpoints } from '@ulna/contract/system/system'
import { newAgeKey } from '../../../src/platform/files/age-keys.ts'
import { type Sample, sample } from './sample.ts'

const { recipient } = await newAgeKey()

export const systemSamples: readonly Sample[] = [
  sample(systemEndpoints.live),
  sample(systemEndpoints.ready),
  sample(systemEndpoints.version),
  sample(systemEndpoints.installation),
  sample(systemEndpoints.loadDemo),
  sample(backupEndpoints.standing),
  sample(backupEndpoints.read),
  sample(backupEndpoints.begin),
  sample(backupEndpoints.keepRecoveryKey, () => ({ body: { recipient } })),
  sample(backupEndpoints.keepFirstRecoveryKey, () => ({ body: { recipient } })),
  sample(backupEndpoints.restore, () => ({
    body: { code: 'ABCD-EFGH', path: '/srv/backups', key: 'AGE-SECRET-KEY-1' },
  })),
  sample(monitoringEndpoints.read),
  sample(newsEndpoints.follow),
  sample(contactEndpoints.send, () => ({
    body: {
      name: 'Marta Gil',
      email: 'marta@example.test',
      phone: '600 100 200',
      practiceName: 'Fisio Norte',
      message: '¿Se puede probar con datos de ejemplo?',
    },
  })),
]
