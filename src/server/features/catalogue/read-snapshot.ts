import type { ClientBase } from 'pg'
import { createBuilder } from './facets/build.ts'
import type { Snapshot } from './facets/snapshot.ts'
import { beginReading, readFrame, readGoods } from './queries-snapshot.ts'

/** Reads one moment of the database into a snapshot, in chunks, on a connection of its own. */
export async function readSnapshot(client: ClientBase): Promise<Snapshot> {
  const asOf = await beginReading(client)
  try {
    const builder = createBuilder(await readFrame(client))
    await readGoods(client, builder)
    return builder.finish(asOf)
  } finally {
    await client.query('rollback')
  }
}
