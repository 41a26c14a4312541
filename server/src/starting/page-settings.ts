import type { Config } from '../config.ts'
import { bucketOf } from '../installation.ts'
import { originOf } from '../platform/files/file-store.s3.settings.ts'
import type { PageSettings } from '../platform/http/pages/page-policy.ts'

/** What of the configuration everybody may know, for the web app. */
export const pageSettingsOf = (config: Config): PageSettings => {
  const { firebase, operator } = config
  return {
    language: config.defaultLanguage,
    firebase: firebase
      ? {
          projectId: firebase.projectId,
          apiKey: firebase.apiKey,
          authDomain: firebase.authDomain,
          ...(firebase.emulatorHost === undefined ? {} : { emulatorHost: firebase.emulatorHost }),
        }
      : null,
    activationByMail: config.activationByMail,
    operator: {
      name: operator.name ?? null,
      address: operator.address ?? null,
      taxId: operator.taxId ?? null,
      email: operator.email ?? null,
    },
    analyticsId: config.analyticsId ?? null,
    socialPixelId: config.socialPixelId ?? null,
    chatWidgetUrl: config.chatWidgetUrl ?? null,
    uploadsTo: config.fileStore.kind === 'local' ? null : originOf(bucketOf(config.fileStore)),
    contact: config.contactEmail !== undefined,
  }
}
