import { type HostedPerson, registerHosted } from '../hosted-identity.ts'
import { RegisterForm } from './RegisterForm.tsx'

export interface HostedRegistrationProps {
  person: HostedPerson
  onRegistered: () => void
}

/** Somebody the hosted identity service knows and this installation does not: what is missing for an account. */
export const HostedRegistration = ({ person, onRegistered }: HostedRegistrationProps) => (
  <RegisterForm
    hosted={person}
    onSubmit={async (registration) => {
      await registerHosted(person, registration)
      onRegistered()
    }}
  />
)
