/** Focuses a step that has just appeared. */
export const focusFirst = (element: HTMLElement | null) => element?.focus()
