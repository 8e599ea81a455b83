import type { CheckoutForm } from './checkout-form.ts'

/** Whose checkout it is: another person of the same browser, or another contract, has another one. */
export type FormOwner = { account: number; contract: number }

/** What was chosen at the checkout: it outlives a way to the catalogue or to a document, and ends with the order. */
export function saveForm(owner: FormOwner, form: CheckoutForm): void {
  sessionStorage.setItem(storageKey(owner), JSON.stringify(form))
}

export function loadSavedForm(owner: FormOwner): CheckoutForm | undefined {
  const stored = sessionStorage.getItem(storageKey(owner))
  return stored === null ? undefined : (JSON.parse(stored) as CheckoutForm)
}

export function clearSavedForm(owner: FormOwner): void {
  sessionStorage.removeItem(storageKey(owner))
}

function storageKey({ account, contract }: FormOwner): string {
  return `checkout ${account} ${contract}`
}
