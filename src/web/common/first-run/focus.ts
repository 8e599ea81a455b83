/** A step that has just appeared is where the person goes on. */
export const focusFirst = (element: HTMLElement | null) => element?.focus()
