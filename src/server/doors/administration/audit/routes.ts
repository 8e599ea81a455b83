import * as api from '#shared/api/administration/audit.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { mediaTypes } from '#shared/api/files.ts'
import { parseDay } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { exportCsv, exportSheet } from './export.ts'
import type { AuditInput } from './filter.ts'
import { readPage, readRow } from './service.ts'
import { shapePage, shapeRows } from './shape.ts'

/** The audit screen of staff. */
export function auditRoutes({ on }: Api, { onFile }: FileApi, deps: { db: Db }): void {
  on(api.listAudit, async ({ input }) => {
    const { before, after } = input
    return shapePage(await readPage(deps, { ...inputOf(input), cursor: { before, after }, now: new Date() }))
  })

  on(api.readAudit, async ({ input }) => {
    const [row] = shapeRows(await readRow(deps, input))
    if (!row) throw new Error('a row that was found has a shape')
    return { row }
  })

  onFile(
    api.auditSheet,
    async ({ actor, input, reply }) => {
      const { name, content } = await exportSheet(deps, actor, { ...inputOf(input), now: new Date() })
      return reply.type(mediaTypes.xlsx).headers(privateAttachment(name)).send(content)
    },
    uncompressed,
  )

  onFile(api.auditCsv, async ({ actor, input, reply }) => {
    const { name, content } = await exportCsv(deps, actor, { ...inputOf(input), now: new Date() })
    return reply.type(mediaTypes.csv).headers(privateAttachment(name)).send(content)
  })
}

type Filter = Omit<ParsedInputOf<typeof api.listAudit>, 'before' | 'after'>

function inputOf({ from, to, who, organisation, topic, object, query = '' }: Filter): AuditInput {
  return {
    from: from === undefined ? undefined : parseDay(from),
    to: to === undefined ? undefined : parseDay(to),
    who,
    organisationId: organisation,
    topic,
    object,
    query: query.trim(),
  }
}
