import type * as z from 'zod/mini'
import type { contractOption } from '#shared/api/catalogue.ts'
import type { listOwnContracts } from './service.ts'

type Listed = Awaited<ReturnType<typeof listOwnContracts>>[number]

/** A contract as on the wire. */
export function toContractOption({
  id,
  number,
  signedOn,
  contragent,
  stopOrders,
  debtAlert,
  selected,
}: Listed): z.output<typeof contractOption> {
  const date = signedOn.split('-').toReversed().join('.')
  return { id, number, date, header: `№ ${number} от ${date}`, contragent, stopOrders, debtAlert, selected }
}
