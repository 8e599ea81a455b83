import type { CheckoutForm } from './checkout-form.ts'

/** Owner of a saved checkout: account and contract. */
export type FormOwner = { account: number; contract: number }

/** Saves the choices of the checkout until the order is placed. */
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
