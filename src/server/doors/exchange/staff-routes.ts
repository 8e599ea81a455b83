import type { Pool } from 'pg'
import type { Logger } from 'pino'
import * as api from '#shared/api/staff/exchange.ts'
import { exchangeStreams, saveStreamAlarm } from '#shared/api/administration/exchange-streams.ts'
import { mediaTypes } from '#shared/api/files.ts'
import * as hand from '#shared/api/administration/exchange-files.ts'
import * as log from '#shared/api/staff/exchange-log.ts'
import { countUpload } from '#server/customers/accounts/upload-limit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { loadHandFile, readHandFile } from './staff/hand-file.ts'
import { readLog, readLogRecords, readRunDetails } from './staff/log.ts'
import { writeRecordsCsv, writeRecordsSheet } from './staff/records-file.ts'
import { repeatRun } from './repeat/repeat.ts'
import { readSourceFile } from './staff/source-file.ts'
import {
  dismissSetAside,
  readExchange,
  retrySetAside,
  saveCreatesGoods,
  saveSourceTerm,
} from './staff/staff-exchange.ts'
import { readStreams, saveAlarm } from './staff/streams.ts'
import { fetchNow, readYml, saveYml } from './staff/yml-settings.ts'

type Deps = { db: Db; pool: Pool; files: FileStore; log: Logger }

export async function staffExchangeRoutes(staffApi: Api, fileApi: FileApi, deps: Deps): Promise<void> {
  healthRoutes(staffApi, deps)
  logRoutes(staffApi, fileApi, deps)
  await handRoutes(staffApi, fileApi, deps)
}

async function handRoutes({ on }: Api, { onUpload }: FileApi, deps: Deps): Promise<void> {
  await onUpload(hand.loadExchangeFile, {
    admit: ({ actor }) => countUpload(deps, actor),
    keep: (bytes, { actor, input }) => loadHandFile(deps, actor, { name: input.name, bytes }),
  })
  on(hand.exchangeFileState, ({ input }) => readHandFile(deps, { fileId: input.file }))
  on(hand.ymlSettings, () => readYml(deps))
  on(hand.saveYmlSettings, ({ actor, input: { price_type, available_quantity, ...yml } }) =>
    saveYml(deps, actor, { ...yml, priceType: price_type, availableQuantity: available_quantity }),
  )
  on(hand.fetchYmlNow, ({ actor }) => fetchNow(deps, actor))
}

function healthRoutes({ on }: Api, deps: Deps): void {
  on(api.staffExchange, () => readExchange(deps))
  on(api.saveStaffExchange, ({ actor, input }) => saveCreatesGoods(deps, actor, { createsGoods: input.make_goods }))
  on(api.saveSourceTerm, ({ actor, input }) => saveSourceTerm(deps, actor, input))
  on(api.retrySetAside, ({ actor, input }) => retrySetAside(deps, actor, input))
  on(api.dismissSetAside, ({ actor, input }) => dismissSetAside(deps, actor, input))
  on(exchangeStreams, () => readStreams(deps))
  on(saveStreamAlarm, ({ actor, input }) => saveAlarm(deps, actor, input))
}

function logRoutes({ on }: Api, { onFile }: FileApi, deps: Deps): void {
  on(log.exchangeLog, async ({ input: { page = 1, query = '', group, kind } }) => {
    const { items, today, pagination } = await readLog(deps, { page, query: query.trim(), group, kind })
    return { items, today, pagination: shapePagination(pagination) }
  })
  on(log.exchangeRun, async ({ input: { run } }) => ({ run: await readRunDetails(deps, { runId: run }) }))
  on(log.repeatRun, async ({ actor, input: { run } }) => {
    await repeatRun(deps, actor, { runId: run })
    return { run: await readRunDetails(deps, { runId: run }) }
  })
  on(log.exchangeLogRecords, async ({ input: { run, page = 1, query = '' } }) => {
    const { items, pagination } = await readLogRecords(deps, { runId: run, page, query: query.trim() })
    return { items, pagination: shapePagination(pagination) }
  })
  onFile(
    log.exchangeRecordsSheet,
    async ({ input: { run, query = '' }, reply }) => {
      const { name, content } = await writeRecordsSheet(deps, { runId: run, query: query.trim() }, new Date())
      return reply.type(mediaTypes.xlsx).headers(privateAttachment(name)).send(content)
    },
    uncompressed,
  )
  onFile(log.exchangeRecordsCsv, async ({ input: { run, query = '' }, reply }) => {
    const { name, content } = await writeRecordsCsv(deps, { runId: run, query: query.trim() })
    return reply.type(mediaTypes.csv).headers(privateAttachment(name)).send(content)
  })
  onFile(
    log.exchangeSource,
    async ({ actor, input: { run }, reply }) => {
      const { name, content } = await readSourceFile(deps, actor, { runId: run })
      return reply.type('application/octet-stream').headers(privateAttachment(name)).send(content)
    },
    uncompressed,
  )
}
