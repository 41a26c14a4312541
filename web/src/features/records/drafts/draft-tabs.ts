/** What the tabs of this browser tell each other about drafts: which form of which person, never what it says. */
export type DraftNews =
  /** The form's draft was saved as this revision. */
  | { readonly kind: 'saved'; readonly key: string; readonly revision: number }
  /** A text of the form was put beside its draft. */
  | { readonly kind: 'copied'; readonly key: string }

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('ulna.drafts')

export const tellTabs = (news: DraftNews): void => channel?.postMessage(news)

/** Hears what other tabs tell about one form; answers how to stop. */
export const hearTabs = (key: string, hear: (news: DraftNews) => void): (() => void) => {
  const listen = ({ data }: MessageEvent<DraftNews>): void => {
    if (data.key === key) hear(data)
  }
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}
