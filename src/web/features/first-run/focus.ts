/** A step that has just appeared is where the person goes on. */
export const focusFirst = (element: HTMLElement | null) => element?.focus()

/** The first field that was refused, once it is drawn as such. */
export function focusWrong(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
