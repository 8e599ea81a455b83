import { missingForInvoice } from '#shared/rules/parties/seller-requisites.ts'
import type { Seller } from '#server/customers/organisations/shared-queries-parties.ts'
import { AppError } from '#server/platform/app-error.ts'

/** A seller whose requisites are all that an invoice needs; else a refusal that names what is missing. */
export function expectBillable(seller: Seller | null): Seller {
  if (seller === null) throw new AppError('noSeller')
  const lacking = missingForInvoice(seller)
  if (lacking.length === 0) return seller
  throw new AppError('noSeller', {
    message: `Счёт не сформировать, в реквизитах поставщика нет: ${lacking.join(', ')}. Обратитесь к вашему менеджеру`,
  })
}
