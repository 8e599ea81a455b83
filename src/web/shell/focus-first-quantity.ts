/** Puts the cursor into the first quantity field of the list or the card, for those who order by keyboard. */
export function focusFirstQuantity(): void {
  document.querySelector<HTMLInputElement>('#main input[data-quantity]:not(:disabled)')?.focus()
}
