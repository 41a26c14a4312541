import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasKey } from '../../../api/http/api-error.ts'

/** Whoever opens a file that became part of another one, or has it open while it does, is taken there. */
export const useMergedAway = (error: unknown): boolean => {
  const navigate = useNavigate()
  const patientId = hasKey(error, 'patient_merged') ? error.errors[0]?.params?.patientId : undefined
  useEffect(() => {
    if (patientId !== undefined)
      void navigate({
        to: '/app/patient/$patientId',
        params: { patientId: String(patientId) },
        replace: true,
      })
  }, [patientId, navigate])
  return patientId !== undefined
}
