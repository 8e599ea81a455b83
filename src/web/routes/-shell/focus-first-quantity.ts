/** Puts the cursor into the first quantity field of the list, for those who order by keyboard. */
export function focusFirstQuantity(): void {
  document.querySelector<HTMLInputElement>('#rows input[data-quantity]:not(:disabled)')?.focus()
}
