import type { CheckoutForm } from './checkout-form.ts'

/** Whose checkout it is: another person of the same browser, or another contract, has another one. */
export type Whose = { account: number; contract: number }

/** What was chosen at the checkout: it outlives a way to the catalogue or to a document, and ends with the order. */
export function keepForm(whose: Whose, form: CheckoutForm): void {
  sessionStorage.setItem(placeOf(whose), JSON.stringify(form))
}

export function readForm(whose: Whose): CheckoutForm | undefined {
  const kept = sessionStorage.getItem(placeOf(whose))
  return kept === null ? undefined : (JSON.parse(kept) as CheckoutForm)
}

export function forgetForm(whose: Whose): void {
  sessionStorage.removeItem(placeOf(whose))
}

function placeOf({ account, contract }: Whose): string {
  return `checkout ${account} ${contract}`
}
