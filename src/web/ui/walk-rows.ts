import type { KeyboardEvent } from 'react'

/** ↑ and ↓ move the focus between the rows' own links (`data-row`); for `onKeyDown` of a table body or a list. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !(target instanceof HTMLElement) || target.dataset.row === undefined) return
  event.preventDefault()
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  rows[rows.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)]?.focus()
}
