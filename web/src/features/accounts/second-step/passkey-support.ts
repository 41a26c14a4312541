/** Whether this browser knows passkeys here; it does not without a secure context. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Whether it offers them while a user name is typed. */
export const offersPasskeys = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
