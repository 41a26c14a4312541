import type { Snippet } from '@ulna/contract/snippets/snippets'
import { useEffect, useRef, useState } from 'react'
import { type Asked, askedAt, findSnippets } from './snippet-search.ts'

export interface SnippetPickerOptions {
  readonly areaId: string
  readonly listId: string
  readonly snippets: readonly Snippet[]
}

const areaOf = (areaId: string): HTMLTextAreaElement | null => {
  const element = document.getElementById(areaId)
  return element instanceof HTMLTextAreaElement ? element : null
}

/** The value setter that React has not wrapped: it must hear of the change as of typing. */
const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set

/**
 * Puts a text in place of part of a text area, as if it was typed: the browser's own undo takes it back. Where the
 * browser no longer types for a page the text is set, and undo knows nothing of it.
 */
const insertText = (area: HTMLTextAreaElement, start: number, end: number, text: string): void => {
  area.focus()
  area.setSelectionRange(start, end)
  // Deprecated and without a successor: nothing else keeps the history of undo.
  if (document.execCommand('insertText', false, text)) return
  setValue?.call(area, area.value.slice(0, start) + text + area.value.slice(end))
  area.setSelectionRange(start + text.length, start + text.length)
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Tells a screen reader, which is in the text area, about the list below it. */
const describeList = (area: HTMLTextAreaElement, listId: string, active: number | undefined): void => {
  if (active === undefined) {
    area.removeAttribute('aria-controls')
    area.removeAttribute('aria-activedescendant')
    return
  }
  area.setAttribute('aria-controls', listId)
  area.setAttribute('aria-activedescendant', `${listId}-${active}`)
}

/** What keys do while the list is open; the text area keeps them otherwise. */
type KeyActions = Readonly<Record<string, (() => void) | undefined>>

/**
 * Follows what is typed into a text area: a slash opens the list, the arrow keys choose, Enter inserts, Escape
 * leaves the text as it is. The button opens it with everything.
 */
export const useSnippetPicker = ({ areaId, listId, snippets }: SnippetPickerOptions) => {
  const [asked, setAsked] = useState<Asked>()
  const [active, setActive] = useState(0)
  const found = asked ? findSnippets(snippets, asked.word) : []
  const isOpen = asked !== undefined && (found.length > 0 || asked.start === asked.end)

  const close = () => setAsked(undefined)

  const ask = (next: Asked | undefined) => {
    setAsked(next)
    setActive(0)
  }

  const choose = (snippet: Snippet) => {
    const area = areaOf(areaId)
    if (!area || !asked) return
    close()
    insertText(area, asked.start, asked.end, snippet.text)
  }

  const openAll = () => {
    const area = areaOf(areaId)
    if (!area) return
    area.focus()
    const end = area.selectionEnd
    ask(isOpen ? undefined : { start: end, end, word: '' })
  }

  const move = (step: number) => setActive((active + step + found.length) % Math.max(1, found.length))

  const keys: KeyActions = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: found[active] && (() => choose(found[active] as Snippet)),
    Escape: close,
  }

  const listener = useRef({ isOpen, keys, ask })
  listener.current = { isOpen, keys, ask }

  useEffect(() => {
    const area = areaOf(areaId)
    if (!area) return
    const typed = (event: Event) => {
      // What a paste or our own insertion brings asks for nothing.
      const isTyped = event instanceof InputEvent && /^(insertText|delete)/.test(event.inputType)
      const isInserted = event instanceof InputEvent && (event.data?.length ?? 0) > 1
      const { selectionStart, value } = area
      listener.current.ask(isTyped && !isInserted ? askedAt(value, selectionStart) : undefined)
    }
    const pressed = (event: KeyboardEvent) => {
      const { isOpen: opened, keys: actions } = listener.current
      const action = opened && !event.isComposing ? actions[event.key] : undefined
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      action()
    }
    const left = (event: FocusEvent) => {
      // Button and link belong to the list.
      const next = event.relatedTarget
      if (next instanceof Element && next.closest('[data-snippets]')) return
      listener.current.ask(undefined)
    }
    area.addEventListener('input', typed)
    area.addEventListener('keydown', pressed)
    area.addEventListener('blur', left)
    return () => {
      area.removeEventListener('input', typed)
      area.removeEventListener('keydown', pressed)
      area.removeEventListener('blur', left)
    }
  }, [areaId])

  const shown = isOpen && found.length > 0 ? active : undefined
  useEffect(() => {
    const area = areaOf(areaId)
    if (area) describeList(area, listId, shown)
  }, [areaId, listId, shown])

  return { isOpen, found, active, choose, openAll, close }
}
