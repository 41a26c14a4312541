/** The value setter that React has not wrapped: it must hear of the change as of typing. */
const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set

/**
 * Puts a text in place of part of a text area, as if it was typed: the browser's own undo takes it back. Where the
 * browser no longer types for a page the text is set, and undo knows nothing of it.
 */
export const insertText = (area: HTMLTextAreaElement, start: number, end: number, text: string): void => {
  area.focus()
  area.setSelectionRange(start, end)
  // Deprecated and without a successor: nothing else keeps the history of undo.
  if (document.execCommand('insertText', false, text)) return
  setValue?.call(area, area.value.slice(0, start) + text + area.value.slice(end))
  area.setSelectionRange(start + text.length, start + text.length)
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
