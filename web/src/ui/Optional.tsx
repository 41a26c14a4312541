import { Component, type ReactNode, Suspense } from 'react'
import { isMissingPart } from './base/missing-part.ts'

interface OptionalState {
  readonly error?: unknown
}

/**
 * What is fetched when it is asked for. Where it cannot be, because the line or the build it belongs to is gone, it
 * stays away; the page around it, with all that is typed there, goes on (promises.md H5). Any other fault is thrown.
 */
export class Optional extends Component<{ children: ReactNode }, OptionalState> {
  override state: OptionalState = {}

  static getDerivedStateFromError(error: unknown): OptionalState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return <Suspense>{this.props.children}</Suspense>
    if (isMissingPart(error)) return null
    throw error
  }
}
