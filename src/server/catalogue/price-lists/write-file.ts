import type { Db } from '#server/platform/db/client.ts'
import { findContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { withPriceRows, type ListedRow } from './price-rows.ts'
import { findContractHead, type ClaimedFile } from './queries-files.ts'
import { writePriceList } from './sheet.ts'
import { storeStream } from './store-stream.ts'

export type Written = { rows: number; key: string; sizeBytes: number }
export type Progress = { doneRows: number; totalRows: number }

/** The folder of a price list in the file store: deleting it deletes what a killed writer left, too. */
export const folderOf = ({ id, token }: { id: number; token: string }) => `price-lists/${id}-${token}/`

/** Writes a price list into the file store; undefined when its account may no longer use the contract. */
export async function writeFile(
  {
    db,
    files,
    origin,
  }: { db: Db; files: FileStore; /** '' = as the one who ordered it reaches the portal. */ origin: string },
  claimed: ClaimedFile,
  { stop, progress }: { stop: AbortSignal; progress: Progress },
): Promise<Written | undefined> {
  const { accountId, contractId } = claimed
  const view = await findContractView(db, { accountId, contractId })
  const contract = await findContractHead(db, { contractId })
  if (!view || !contract) return undefined
  const key = `${folderOf(claimed)}list.xlsx`
  const sizeBytes = await withPriceRows(db, view, claimed, async ({ chunks, total, at }) => {
    const watched = watch(chunks, stop, (count) => {
      progress.doneRows += count
      progress.totalRows = total()
    })
    return storeStream(
      files,
      key,
      writePriceList({ contract, view, at, origin: origin || claimed.origin, chunks: watched }),
    )
  })
  return { rows: progress.doneRows, key, sizeBytes }
}

async function* watch(
  chunks: AsyncIterable<ListedRow[]>,
  stop: AbortSignal,
  done: (count: number) => void,
): AsyncGenerator<ListedRow[]> {
  for await (const rows of chunks) {
    stop.throwIfAborted()
    yield rows
    done(rows.length)
  }
}
