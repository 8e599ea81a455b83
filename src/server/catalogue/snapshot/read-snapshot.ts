import type { ClientBase } from 'pg'
import { createBuilder } from '#server/catalogue/facets/builder/build.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import { beginSnapshotRead, readFrame, readGoods } from './queries-snapshot.ts'

/**
 * Reads a consistent view of the database into a snapshot, in chunks, on its own connection. `tidy` runs between
 * reading and building, to release memory.
 */
export async function readSnapshot(
  client: ClientBase,
  collectGarbage: () => void = () => undefined,
): Promise<Snapshot> {
  const asOf = await beginSnapshotRead(client)
  try {
    const builder = createBuilder(await readFrame(client))
    await readGoods(client, builder, collectGarbage)
    collectGarbage()
    return builder.finish(asOf)
  } finally {
    await client.query('rollback')
  }
}
