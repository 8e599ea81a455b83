import type { Pool } from 'pg'
import * as api from '#shared/api/administration/feed-tables.ts'
import { mediaTypes } from '#shared/api/files.ts'
import { countUpload } from '#server/customers/accounts/upload-limit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { TableReader } from '#server/platform/files/tables/table-reader.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { privateAttachment } from '#server/platform/http/attachment.ts'
import { listTables, loadTable, templateOf } from './feed-tables/load-table.ts'

type Deps = { db: Db; pool: Pool; files: FileStore; tables: TableReader }

/** Feeds as tables that staff load by hand. */
export async function feedTableRoutes({ on }: Api, { onFile, onUpload }: FileApi, deps: Deps): Promise<void> {
  on(api.listFeedTables, async () => ({ items: listTables() }))
  onFile(api.feedTableTemplate, async ({ input, reply }) => {
    const { name, content } = templateOf(input.feed)
    return reply.type(`${mediaTypes.csv}; charset=utf-8`).headers(privateAttachment(name)).send(content)
  })
  await onUpload(api.loadFeedTable, {
    admit: ({ actor }) => countUpload(deps, actor),
    keep: (bytes, { actor, input }) =>
      loadTable(deps, actor, {
        name: input.feed,
        bytes,
        isCheck: input.check === 'true',
        options: { full: input.mode === 'full', allowMassEnding: input.deactivate === 'any' },
      }),
  })
}
