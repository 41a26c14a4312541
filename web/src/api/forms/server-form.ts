import type { RefObject } from 'react'
import type { ApiError } from '../http/api-error.ts'

/** Texts of what is wrong, by name of the field: the dotted path into what is sent, or what `fieldOf` makes of it. */
export type Faults = Readonly<Record<string, string>>

export type Versioned = { readonly version: number } | undefined

/** What is to be saved. */
export interface Wish<Stored, Values extends object> {
  readonly values: Values
  readonly changed: readonly (keyof Values)[]
  /** Over what; undefined for something new. */
  readonly stored: Stored
  /** The key of something new: what is sent again after a lost answer is done once. */
  readonly keyOf: (body: unknown) => string
}

export interface ServerFormShape<Stored, Values extends object, Answer> {
  /** What the server is known to have by now; undefined for something new. */
  readonly stored: Stored
  /** What the form begins with. */
  readonly startOf: (stored: Stored) => Values
  /** Undefined where nothing is sent: something has to be asked first, and it is saved from there. */
  readonly save: (wish: Wish<Stored, Values>) => Promise<Answer> | undefined
  /** The form is over; or it goes on over what is stored then, as it must where something was typed since it was sent. */
  readonly onSaved: (answer: Answer, goOn: (stored: Stored) => void, isTypedOn: boolean) => void
  /** What is stored, out of what a refusal for an old version tells of it. */
  readonly currentOf?: (told: unknown) => Stored
  /** What cannot be sent at all; everything else is judged by the server, field by field. */
  readonly faultsOf?: (values: Values, stored: Stored, form: HTMLFormElement | null) => Faults
  /** The field that an error of the server belongs to: a key of the values, or a path with one; undefined for none. */
  readonly fieldOf?: (path: string) => string | undefined
  /** A refusal that names no field and belongs to one all the same; nothing, where the form has its own words for it. */
  readonly faultsIn?: (error: ApiError) => Faults | undefined
  /** Own words for what is wrong with the whole; without them, the page tells an error that is no answer of the server. */
  readonly problemOf?: (error: unknown) => string
  /** What is typed is kept as a draft: leaving loses nothing. */
  readonly isDraft?: boolean
  /** Values as the server will write them, so that the places it complains about are those on the screen. */
  readonly tidy?: (values: Values) => Values
  /** Whether somebody else changed what this form is about; without it, whether its fields would say something else. */
  readonly differs?: (current: Stored, base: Stored) => boolean
}

/** What somebody else saved while this was being written. */
export interface Conflict<Values extends object, Stored = unknown> {
  readonly stored: Stored
  readonly theirs: Values
  /** Keys that they changed since the form was opened. */
  readonly changed: readonly (keyof Values)[]
}

/** What the frame of a form needs. */
export interface ServerFormFrame {
  readonly form: RefObject<HTMLFormElement | null>
  readonly isDirty: boolean
  /** What is stored stands in the fields as it is: there is nothing to save. */
  readonly isUnchanged: boolean
  readonly pending: boolean
  /** What is wrong with the whole form. */
  readonly problem: string | undefined
  readonly onSave: () => void
  readonly onDiscard: () => void
  readonly onSeeTheirs: () => void
  readonly onKeepMine: () => void
  /** Whether leaving would lose something, right now. */
  readonly holdsUnsaved: () => boolean
  /** Somebody leaves what was typed. */
  readonly onForget: () => void
}

type TextKey<Values> = { [K in keyof Values]: Values[K] extends string ? K : never }[keyof Values] & string

export interface TextControl {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: { currentTarget: { value: string } }) => void
}

/** What the fields of a form need of it, as methods: fields of a narrower form take a wider one. */
export interface FormFields<Values extends object> {
  readonly values: Values
  readonly faults: Faults
  change(part: Partial<Values>): void
  /** What a field of text needs, but for its label. */
  text(name: TextKey<Values>): TextControl
}

export interface ServerForm<Stored, Values extends object, Answer = never> extends FormFields<Values> {
  readonly frame: ServerFormFrame
  readonly stored: Stored
  readonly conflict: Conflict<Values, Stored> | undefined
  /** Saves another way than the button does. */
  readonly saveBy: (save: ServerFormShape<Stored, Values, Answer>['save']) => void
  /** Asks what shall count, where another part of the page came to know what somebody else saved. */
  readonly compareWith: (theirs: Stored) => void
}
