import type { ErrorKey } from './errors.ts'

/** Roles of specification §3 in their rank order, lowest first (product-decisions.md §4). */
export const roles = ['practitioner', 'assistant', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** True when `role` ranks at or above `required`. */
export const hasRank = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required)

/** What somebody below a rank is told. */
export const rankErrors = {
  practitioner: 'forbidden',
  assistant: 'assistant_role_required',
  admin: 'admin_role_required',
  owner: 'owner_role_required',
} as const satisfies Record<Role, ErrorKey>

/** Whether a new member of a role reads clinical content unless the invitation says otherwise (product-decisions.md §4). */
export const clinicalByDefault: Readonly<Record<Role, boolean>> = {
  practitioner: true,
  assistant: false,
  admin: false,
  owner: true,
}
