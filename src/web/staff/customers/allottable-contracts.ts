import type { CustomerDetails } from '#shared/api/administration/customers.ts'

/** Contracts of deleted contragents cannot be allotted. */
export function allottableContracts({ contracts, contragents }: CustomerDetails) {
  const known = new Set(contragents.flatMap((contragent) => contragent.contracts.map(({ id }) => id)))
  return contracts
    .filter(({ id }) => known.has(id))
    .map(({ id, number, contragent, stopped }) => ({ id, number, contragent, stopOrders: stopped }))
}
