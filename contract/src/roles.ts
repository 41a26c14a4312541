/** Roles of specification §3 in their rank order, lowest first (decisions.md §4). */
export const roles = ['practitioner', 'assistant', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** True when `role` ranks at or above `required`. */
export const hasRank = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required)
