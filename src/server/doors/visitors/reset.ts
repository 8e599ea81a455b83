import type { Logger } from 'pino'
import { purgeChatFiles } from '#server/aftersale/chat/files.ts'
import { deleteClaimsOf } from '#server/aftersale/claims/shared-queries-purge.ts'
import { deleteActsOf } from '#server/buying/acts/shared-queries-purge.ts'
import { deleteDocumentsOf } from '#server/buying/documents/shared-queries-purge.ts'
import { deleteLedgerOf } from '#server/buying/ledger/shared-queries-purge.ts'
import { deleteOrdersOf } from '#server/buying/orders/shared-queries-purge.ts'
import { deletePriceListsOf } from '#server/catalogue/price-lists/shared-queries-purge.ts'
import { refillVisitorWarehouse } from '#server/catalogue/stock/shared-queries-visitors.ts'
import { deleteAccountsOf } from '#server/customers/accounts/shared-queries-purge.ts'
import { deleteAddressesOf } from '#server/customers/addresses/shared-queries-write.ts'
import { deleteConsigneesOf } from '#server/customers/consignees/shared-queries-purge.ts'
import {
  blockVisitors,
  deleteContractsOf,
  deleteOrganisations,
} from '#server/customers/organisations/shared-queries-purge.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { deleteVisitorDocuments } from './sample-documents.ts'
import { findDemoShop } from './shop.ts'

type Deps = { db: Db; files: FileStore; log: Pick<Logger, 'warn'> }

const batchSize = 100

/** Deletes all visitors with their data, and refills their warehouse. */
export async function resetVisitors({ db, files, log }: Deps): Promise<{ visitors: number; goods: number }> {
  let visitors = 0
  for (;;) {
    const { count, folders } = await db.transaction(deleteBatch)
    for (const folder of folders)
      await files.delete(folder).catch((err: unknown) => log.warn({ err, folder }, 'file of a visitor not deleted'))
    visitors += count
    if (count < batchSize) break
  }
  // Failures are retried the next night.
  await deleteVisitorDocuments({ db, files }).catch((err: unknown) =>
    log.warn({ err }, 'documents of visitors not deleted'),
  )
  // Failures are retried by the hourly job.
  await purgeChatFiles({ db, files }).catch((err: unknown) => log.warn({ err }, 'files of chats not deleted'))
  const goods = await db.transaction(async (tx) => {
    const shop = await findDemoShop(tx)
    return shop ? refillVisitorWarehouse(tx, shop) : 0
  })
  return { visitors, goods }
}

/** Deletes referring rows first. */
async function deleteBatch(tx: Db): Promise<{ count: number; folders: string[] }> {
  const organisationIds = await blockVisitors(tx, { limit: batchSize })
  if (organisationIds.length === 0) return { count: 0, folders: [] }
  const claimFiles = await deleteClaimsOf(tx, { organisationIds })
  await deleteActsOf(tx, { organisationIds })
  await deleteLedgerOf(tx, { organisationIds })
  await deleteDocumentsOf(tx, { organisationIds })
  await deleteOrdersOf(tx, { organisationIds })
  const folders = await deletePriceListsOf(tx, { organisationIds })
  await deleteConsigneesOf(tx, { organisationIds })
  await deleteAddressesOf(tx, { organisationIds })
  await deleteContractsOf(tx, { organisationIds })
  await deleteAccountsOf(tx, { organisationIds })
  await deleteOrganisations(tx, { organisationIds })
  return { count: organisationIds.length, folders: [...folders, ...claimFiles] }
}
