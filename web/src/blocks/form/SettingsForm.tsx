import { FormFrame, type FormFrameProps, type FrameState } from './FormFrame.tsx'
import { SaveBar } from './SaveBar.tsx'

/** A form of the settings: the bar that saves stands below its fields. */
export const SettingsForm = ({ children, ...form }: FormFrameProps & { frame: FrameState }) => {
  const { frame, isReading = false } = form
  return (
    <FormFrame {...form}>
      {children}
      <SaveBar
        isDirty={frame.isDirty || isReading}
        pending={frame.pending || isReading}
        onDiscard={frame.onDiscard}
      />
    </FormFrame>
  )
}
