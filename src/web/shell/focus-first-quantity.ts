/** Focuses the first quantity field of the list or the card, for ordering by keyboard. */
export function focusFirstQuantity(): void {
  document.querySelector<HTMLInputElement>('#main input[data-quantity]:not(:disabled)')?.focus()
}
