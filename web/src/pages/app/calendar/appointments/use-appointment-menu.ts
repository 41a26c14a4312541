import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useCallback, useState } from 'react'
import type { MenuAnchor } from '../../../../blocks/agenda-grid/board/menu-anchor.ts'

interface OpenMenu {
  id: number
  anchor: MenuAnchor
}

/** Which appointment's menu is open, and which one is being cancelled with a reason. */
export const useAppointmentMenu = (events: readonly Appointment[]) => {
  const [menu, setMenu] = useState<OpenMenu>()
  const [cancelling, setCancelling] = useState<Appointment>()
  // The grid draws its columns again whenever this changes, so it never does.
  const open = useCallback((id: number, anchor: MenuAnchor) => setMenu({ id, anchor }), [])
  const close = useCallback(() => setMenu(undefined), [])
  const appointment = menu && events.find(({ id }) => id === menu.id)
  return {
    open,
    close,
    shown: menu && appointment ? { appointment, anchor: menu.anchor } : undefined,
    cancelling,
    askReason: setCancelling,
    closeReason: () => setCancelling(undefined),
    isOpen: appointment !== undefined || cancelling !== undefined,
  }
}
