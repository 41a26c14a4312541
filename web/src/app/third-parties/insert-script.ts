import { styleNonce } from '../../i18n/page-settings.ts'

/** Loads a script of a third party; the nonce lets it through the page's content security policy. */
export const insertScript = (source: string, page: Document = document): void => {
  const script = page.createElement('script')
  script.async = true
  script.nonce = styleNonce()
  script.src = source
  page.head.append(script)
}
