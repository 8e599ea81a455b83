import { missingForInvoice } from '#shared/rules/parties/seller-requisites.ts'
import { contactManager } from '#shared/messages.ts'
import type { Seller } from '#server/customers/organisations/shared-queries-parties.ts'
import { AppError } from '#server/platform/app-error.ts'

/** Returns the seller if it has all requisites of an invoice; throws with the missing ones otherwise. */
export function assertBillable(seller: Seller | null): Seller {
  if (seller === null) throw new AppError('noSeller')
  const missing = missingForInvoice(seller)
  if (missing.length === 0) return seller
  throw new AppError('noSeller', {
    message: `Счёт не сформировать, в реквизитах поставщика нет: ${missing.join(', ')}. ${contactManager}`,
  })
}
