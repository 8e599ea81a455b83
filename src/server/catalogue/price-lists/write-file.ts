import type { Db } from '#server/platform/db/client.ts'
import { findContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { withPriceRows, type PriceListRow } from './price-rows.ts'
import { findContractSummary, type ClaimedFile } from './queries-files.ts'
import { writePriceList } from './sheet.ts'
import { storeStream } from './store-stream.ts'

export type Written = { rows: number; key: string; sizeBytes: number }
export type Progress = { doneRows: number; totalRows: number }

/** Folder of a price list in the file store. Deleting it also removes what a killed writer left behind. */
export const priceListFolder = ({ id, token }: { id: number; token: string }) => `price-lists/${id}-${token}/`

/** Writes a price list into the file store; undefined if the account may no longer use the contract. */
export async function writeFile(
  {
    db,
    files,
    origin,
  }: { db: Db; files: FileStore; /** '' = the origin of the request that ordered the file. */ origin: string },
  claimed: ClaimedFile,
  { stop, progress }: { stop: AbortSignal; progress: Progress },
): Promise<Written | undefined> {
  const { accountId, contractId } = claimed
  const view = await findContractView(db, { accountId, contractId })
  const contract = await findContractSummary(db, { contractId })
  if (!view || !contract) return undefined
  const key = `${priceListFolder(claimed)}list.xlsx`
  const sizeBytes = await withPriceRows(db, view, claimed, async ({ chunks, total, at, hasBreaks }) => {
    const tracked = trackProgress(chunks, stop, (count) => {
      progress.doneRows += count
      progress.totalRows = total()
    })
    return storeStream(
      files,
      key,
      writePriceList({ contract, view, at, hasBreaks, origin: origin || claimed.origin, chunks: tracked }),
    )
  })
  return { rows: progress.doneRows, key, sizeBytes }
}

async function* trackProgress(
  chunks: AsyncIterable<PriceListRow[]>,
  stop: AbortSignal,
  onWritten: (count: number) => void,
): AsyncGenerator<PriceListRow[]> {
  for await (const rows of chunks) {
    stop.throwIfAborted()
    yield rows
    onWritten(rows.length)
  }
}
