import { startTransition, useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { FormValues } from './form-values.ts'

/** Milliseconds without a key after which somebody pauses. */
const pause = 200

/**
 * What stands in the open form, told when whoever writes pauses: what stands beside the fields must not keep a key
 * waiting (promises.md H8). Who does something with the values asks the form for them.
 */
export const useLateValues = (): FormValues => {
  const form = useFormContext<FormValues>()
  const [values, setValues] = useState<FormValues>(() => form.getValues())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => startTransition(() => setValues({ ...form.getValues() }))
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(look, pause)
      },
    })
    look()
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [form])
  return values
}
