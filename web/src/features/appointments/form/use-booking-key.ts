import type { AppointmentInput } from '@ulna/contract/appointments/appointments'
import { useRef } from 'react'
import { newIdempotencyKey } from '../../../api/http/http-client.ts'

/** A key per body: sending the same thing again after a lost answer books once, another wish is another booking. */
export const useBookingKey = () => {
  const last = useRef({ body: '', key: '' })
  return (input: AppointmentInput): string => {
    const body = JSON.stringify(input)
    if (last.current.body !== body) last.current = { body, key: newIdempotencyKey() }
    return last.current.key
  }
}
