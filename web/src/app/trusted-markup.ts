interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): void
}

declare global {
  /** Of browsers that know Trusted Types; the types of the DOM do not have it yet. */
  var trustedTypes: TrustedTypes | undefined
}

/**
 * What may become markup where the page's policy asks for Trusted Types: nothing that could begin an element. Mantine
 * puts its style sheets into `<style>` this way, and they have no `<`. There is no rule for scripts and their
 * addresses, so that no text ever becomes one (decision 0020).
 */
export const plainMarkup = (text: string): string => {
  if (text.includes('<')) throw new TypeError('Text never becomes an element.')
  return text
}

globalThis.trustedTypes?.createPolicy('default', { createHTML: plainMarkup })
