interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (address: string) => string },
  ): void
}

declare global {
  /** Browsers that know Trusted Types have it; the types of the DOM do not yet. */
  var trustedTypes: TrustedTypes | undefined
}

/**
 * What may become markup where the page's policy asks for Trusted Types: nothing that could begin an element. Mantine
 * puts its style sheets into `<style>` this way, and they have no `<`. There is no rule for scripts, so that no text
 * ever becomes one (decision 0020).
 */
export const plainMarkup = (text: string): string => {
  if (text.includes('<')) throw new TypeError('Text never becomes an element.')
  return text
}

const pdfWorker = /^\/assets\/pdf\.worker[\w.-]*\.m?js$/

/** The one script that is started by its address: the worker of the PDF viewer, out of our own build. */
export const ownWorker = (address: string, page: string): string => {
  const { origin, pathname } = new URL(address, page)
  if (origin !== new URL(page).origin || !pdfWorker.test(pathname))
    throw new TypeError('Text never becomes the address of a script.')
  return address
}

globalThis.trustedTypes?.createPolicy('default', {
  createHTML: plainMarkup,
  createScriptURL: (address) => ownWorker(address, location.href),
})
