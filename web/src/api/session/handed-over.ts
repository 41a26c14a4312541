import { hasKey } from '../http/api-error.ts'
import type { Call } from '../http/http-client.ts'

/** Whoever holds a device that was handed over gets to the document it is for, wherever they tried to go. */
export const withHandedOver =
  (call: Call): Call =>
  async (endpoint, ...input) => {
    try {
      return await call(endpoint, ...input)
    } catch (error) {
      if (hasKey(error, 'session_handed_over')) {
        const { patientId, recordId } = error.errors[0]?.params ?? {}
        const page = `/app/patient/${patientId}/sign/${recordId}`
        if (window.location.pathname !== page) window.location.replace(page)
      }
      throw error
    }
  }
