/** What a touch on a phone number calls (RFC 3966): its digits, and the plus before a country's prefix. */
export const phoneHref = (number: string): string => `tel:${number.replaceAll(/[^\d+]/g, '')}`
