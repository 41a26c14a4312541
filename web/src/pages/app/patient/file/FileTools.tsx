import { AddDocumentButton } from '../../../../features/files/upload/AddDocumentButton.tsx'
import { ConsentsButton } from '../../../../features/patient-consents/ConsentsButton.tsx'
import { OtherFormButton } from '../../../../features/records/editor/OtherFormButton.tsx'

export interface FileToolsProps {
  className: string | undefined
  onOtherForm: () => void
  onAddDocument: () => void
  onShowConsents: () => void
}

/** What else can be written in a file or looked up of it, below its diagnoses. */
export const FileTools = ({ className, onOtherForm, onAddDocument, onShowConsents }: FileToolsProps) => (
  <>
    <OtherFormButton className={className} onPress={onOtherForm} />
    <AddDocumentButton className={className} onPress={onAddDocument} />
    <ConsentsButton className={className} onPress={onShowConsents} />
  </>
)
