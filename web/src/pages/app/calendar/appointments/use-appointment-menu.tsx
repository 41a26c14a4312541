import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useCallback, useState } from 'react'
import type { MenuAnchor } from '../../../../blocks/agenda-grid/board/menu-anchor.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { importMenu } from '../later-parts.ts'
import type { AppointmentMenuHostProps } from './AppointmentMenuHost.tsx'

const AppointmentMenuHost = lazyPart(importMenu, 'AppointmentMenuHost')

export interface AppointmentMenuOptions
  extends Pick<AppointmentMenuHostProps, 'place' | 'lateCancelHours' | 'onOpen' | 'onWait'> {
  events: readonly Appointment[]
}

interface OpenMenu {
  id: number
  anchor: MenuAnchor
}

/** Which appointment's menu is open, and which one is being cancelled with a reason. */
export const useAppointmentMenu = ({ events, ...host }: AppointmentMenuOptions) => {
  const [menu, setMenu] = useState<OpenMenu>()
  const [cancelling, setCancelling] = useState<Appointment>()
  // The grid draws its columns again whenever this changes, so it never does.
  const open = useCallback((id: number, anchor: MenuAnchor) => setMenu({ id, anchor }), [])
  const close = useCallback(() => setMenu(undefined), [])
  const appointment = menu && events.find(({ id }) => id === menu.id)
  const shown = menu && appointment && { appointment, anchor: menu.anchor }
  const isOpen = shown !== undefined || cancelling !== undefined
  return {
    open,
    isOpen,
    layer: (
      <Optional>
        {isOpen ? (
          <AppointmentMenuHost
            {...host}
            {...{ shown, cancelling }}
            onCancelling={setCancelling}
            onClose={close}
          />
        ) : null}
      </Optional>
    ),
  }
}
