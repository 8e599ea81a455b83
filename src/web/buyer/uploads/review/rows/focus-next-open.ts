/**
 * Moves the focus to the next row that needs attention, else to the last one before it, so that Enter can be pressed
 * repeatedly.
 */
export function focusNextOpen(from: HTMLElement): void {
  const current = from.closest('[data-index]')
  const rows = [...(from.closest('table, ul[data-rows]')?.querySelectorAll('[data-index]') ?? [])]
  const index = rows.findIndex((row) => row === current)
  const open = [...rows.slice(index + 1), ...rows.slice(0, Math.max(0, index)).toReversed()]
  open
    .map((row) => row.querySelector<HTMLElement>('[data-open]:enabled'))
    .find((each) => each !== null)
    ?.focus()
}
