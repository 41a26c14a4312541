// What the contract takes as an address, with the lengths of RFC 5321. Quoted local parts, comments, routes, encoded
// words and several addresses are nobody's address here.
const pattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]{1,64}(?<!\.)@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/

/** Whether a text is one plain mail address and nothing else: no name, no second address, no control character. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && pattern.test(text)

export interface Sender {
  readonly name: string
  readonly address: string
}

/** `Ulna <ulna@practice.example>` or the bare address, taken apart. What stands in front of `<` is the name as it is. */
export const senderOf = (text: string): Sender => {
  const [, name, address] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  if (name === undefined || address === undefined) return { name: '', address: text.trim() }
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() }
}

/** Who mails come from where MAIL_FROM does not say so: nobody, at the host that people know. */
export const defaultSender = (appUrl: string): string => {
  const { hostname } = new URL(appUrl)
  return `Ulna <no-reply@${hostname.startsWith('[') ? 'localhost' : hostname}>`
}
