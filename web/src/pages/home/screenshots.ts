import type { Language } from '@ulna/contract/record-class/record-class'

// Written by `npm run screenshots`, as <language>-<scheme>-<shot>-<size>.webp.
const files = import.meta.glob<string>('./screenshots/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Pixels of the page that a picture shows, as e2e/home.shots.ts takes them. */
export const shotSizes = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 360, height: 720 },
} as const
export type ShotSize = keyof typeof shotSizes

type StepShot = 'followUp' | 'signature' | 'file' | 'packages'
export type WideShot = 'day' | 'week' | StepShot
export type NarrowShot = 'today' | 'day' | StepShot

interface Look {
  readonly language: Language
  readonly scheme: 'light' | 'dark'
}

/** The address of a picture; empty until it has been taken. */
export const shotUrl = ({ language, scheme }: Look, shot: WideShot | NarrowShot, size: ShotSize): string =>
  files[`./screenshots/${language}-${scheme}-${shot}-${size}.webp`] ?? ''
