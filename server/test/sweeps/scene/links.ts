import { createLinkTokens } from '../../../src/platform/sessions/link-tokens.ts'
import { deriveKey } from '../../../src/platform/tokens.ts'
import { testSecret } from '../../build-test-app.ts'

export const links = createLinkTokens(deriveKey(testSecret, 'links in mails'))
