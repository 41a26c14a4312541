import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useCallback, useState } from 'react'
import type { CardAnchor } from '../../../../blocks/agenda-grid/board/card-anchor.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { importCard } from '../later-parts.ts'
import type { VisitCardHostProps } from './VisitCardHost.tsx'

const VisitCardHost = lazyPart(importCard, 'VisitCardHost')

export interface VisitCardOptions extends Omit<VisitCardHostProps, 'shown' | 'onCovered' | 'onClose'> {
  events: readonly Appointment[]
}

interface OpenCard {
  id: number
  anchor: CardAnchor
}

/** Which appointment's card is open, and whether something stands in its place that was asked for there. */
export const useVisitCard = ({ events, ...host }: VisitCardOptions) => {
  const [card, setCard] = useState<OpenCard>()
  const [isCovered, setCovered] = useState(false)
  // The grid draws its columns again whenever this changes, so it never does.
  const open = useCallback((id: number, anchor: CardAnchor) => setCard({ id, anchor }), [])
  const close = useCallback(() => setCard(undefined), [])
  const visit = card && events.find(({ id }) => id === card.id)
  const shown = card && visit && { visit, anchor: card.anchor }
  const isOpen = shown !== undefined || isCovered
  return {
    open,
    isOpen,
    /** The appointment whose card is open. */
    id: shown?.visit.id,
    layer: (
      <Optional>
        {isOpen ? <VisitCardHost {...host} shown={shown} onCovered={setCovered} onClose={close} /> : null}
      </Optional>
    ),
  }
}
