/** What is wrong is brought into sight: the first field with the keyboard, otherwise the words about the whole. */
export const showProblem = (form: HTMLFormElement | null): void => {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error="true"] input')
    field?.focus({ preventScroll: true })
    const shown = field ?? form?.querySelector('[role="alert"]')
    // In the middle: the bar that saves covers the foot of the page.
    shown?.scrollIntoView({ block: 'center' })
  })
}

/** The buttons that decided a conflict are gone: the keyboard goes on with the first field. */
export const focusFirst = (form: HTMLFormElement | null): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('input, select, textarea')?.focus())
}
