import { moduleEndpoints } from '@ulna/contract/modules/modules'
import { ownModuleDocument } from '../../factories/own-module.ts'
import { type Sample, sample } from './sample.ts'

export const moduleSamples: readonly Sample[] = [
  sample(moduleEndpoints.list),
  sample(moduleEndpoints.installed),
  sample(moduleEndpoints.install, () => ({ params: { id: 'falls' } })),
  sample(moduleEndpoints.install, ({ ownModuleId }) => ({ params: { id: ownModuleId } })),
  sample(moduleEndpoints.uninstall, ({ moduleId }) => ({ params: { id: moduleId } })),
  sample(moduleEndpoints.uninstall, ({ ownModuleId }) => ({ params: { id: ownModuleId } })),
  sample(moduleEndpoints.check, () => ({ body: ownModuleDocument('sample', 'de prueba') })),
  sample(moduleEndpoints.import, () => ({ body: ownModuleDocument('sample', 'de prueba') })),
  sample(moduleEndpoints.export, ({ ownModuleId }) => ({ params: { id: ownModuleId } })),
]
