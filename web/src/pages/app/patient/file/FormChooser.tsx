import { useQuery } from '@tanstack/react-query'
import { FormPicker } from '../../../../features/modules/FormPicker.tsx'
import { recordClassesQuery } from '../../../../features/records/records.queries.ts'

export interface FormChooserProps {
  /** Only forms of consents are offered. */
  isForConsent: boolean
  onChoose: (classId: string) => void
  onClose: () => void
}

/** Chooses the form of a new record. Asked for anew: a colleague may have installed a module just now. */
export const FormChooser = ({ isForConsent, onChoose, onClose }: FormChooserProps) => {
  const classes = useQuery({ ...recordClassesQuery, staleTime: 0, meta: { showsOwnErrors: true } })
  return (
    <FormPicker
      classes={isForConsent ? classes.data?.filter(({ consent }) => consent) : classes.data}
      error={classes.error}
      onRetry={() => void classes.refetch()}
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}
