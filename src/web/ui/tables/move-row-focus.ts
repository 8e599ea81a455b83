import type { KeyboardEvent } from 'react'

/** ↑ and ↓ move the focus between the links of a table's rows; for `onKeyDown` of such a link, marked `data-row`. */
export function moveRowFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return
  event.preventDefault()
  const rows = [...(currentTarget.closest('tbody, ul')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  rows[rows.indexOf(currentTarget) + (key === 'ArrowDown' ? 1 : -1)]?.focus()
}
