import { useEffect, useEffectEvent } from 'react'
import { offersPasskeys } from './passkey-support.ts'

type Enter = (remember: boolean) => Promise<void>

/** While the form is open the browser may offer passkeys where the user name is typed. */
export const usePasskeyOffer = (isWanted: boolean, onChosen: (enter: Enter) => void): void => {
  const choose = useEffectEvent(onChosen)
  useEffect(() => {
    if (!isWanted) return undefined
    let isOver = false
    let callOff = (): void => undefined
    const offer = async (): Promise<void> => {
      if (!(await offersPasskeys())) return
      const { offerPasskeys } = await import('./passkeys.ts')
      if (!isOver) callOff = offerPasskeys((enter) => choose(enter))
    }
    // The offer is a help on the side; without it the form is as good as before.
    offer().catch(() => undefined)
    return () => {
      isOver = true
      callOff()
    }
  }, [isWanted])
}
