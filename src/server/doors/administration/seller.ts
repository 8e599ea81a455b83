import { requisiteErrors, type SellerRequisites } from '#shared/rules/parties/seller-requisites.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  findSeller,
  listAllSellers,
  type SellerColumns,
} from '#server/customers/organisations/shared-queries-sellers.ts'
import { writeSeller } from '#server/customers/organisations/write-seller.ts'
import { lockSettings } from '#server/platform/settings.ts'
import { CommandError } from './command-error.ts'

/** Requisites of a selling organisation. Undefined means not given: unchanged. */
export type SellerInput = Partial<Omit<SellerColumns, 'inn' | 'isDefault'>> & { inn: string }

/** Saves the default seller, which sells and is printed in invoices if a contract has no seller. Idempotent. */
export async function saveSeller(
  { db }: { db: Db },
  by: ChangedBy,
  input: SellerInput,
): Promise<{ created: boolean; company: string }> {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const found = await findSeller(tx, { inn: input.inn, kpp: input.kpp })
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const seller = {
      company: `ИНН ${input.inn}`,
      kpp: '',
      ogrn: '',
      bank: '',
      bik: '',
      account: '',
      correspondentAccount: '',
      ...found,
      ...given,
      inn: input.inn,
      isDefault: true,
    }
    validate(seller)
    await writeSeller(tx, by, { id: found?.id, columns: seller, all: await listAllSellers(tx) })
    return { created: found === undefined, company: seller.company }
  })
}

function validate(seller: SellerRequisites): void {
  const [fault] = Object.values(requisiteErrors(seller))
  if (fault !== undefined) throw new CommandError(fault)
}
