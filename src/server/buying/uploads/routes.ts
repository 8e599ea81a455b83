import type { FastifyInstance } from 'fastify'
import { uploadReport } from '#shared/api/upload-report.ts'
import * as api from '#shared/api/uploads.ts'
import type { Endpoint, ParsedInputOf } from '#shared/api/endpoint.ts'
import { tooLargeMessage } from '#shared/rules/file-size.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import type { SearchLimit } from '#server/catalogue/search/search-limit.ts'
import { countUpload } from '#server/customers/accounts/upload-limit.ts'
import type { TableReader } from '#server/platform/files/tables/table-reader.ts'
import { buyer } from '#server/platform/http/actor.ts'
import { createApi } from '#server/platform/http/api.ts'
import { expectRight } from '#server/platform/http/check-call.ts'
import { idempotencyKeyOf, requiredIdempotencyKeyOf } from '#server/platform/http/idempotency-key.ts'
import { readForms, ReceivedFile } from '#server/platform/http/bodies/forms.ts'
import { refuseCrossSite } from '#server/platform/http/origin.ts'
import { limitUpload } from '#server/platform/http/bodies/read-upload.ts'
import { endTooSlow } from '#server/platform/http/bodies/slow-requests.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { fillBasket, type CartInput } from './cart.ts'
import { createUploadGate } from './limits.ts'
import type { Choice } from './reading/columns.ts'
import { writeReport } from './report.ts'
import { resolveTyped, reviewTable } from './service.ts'
import { quantitiesOf } from './shape-cart-list.ts'
import { parseColumns, parseReportRow, shapeCart, shapeReview, shapeRow } from './shape.ts'

type Deps = {
  db: Db
  catalogue: Catalogue
  tables: TableReader
  searches: SearchLimit
  sessions: Sessions
  baseUrl: string | undefined
}

/** Maximum body size: a long list, or a pasted table. */
const maxBodyBytes = 8 * 1024 * 1024

const fileLimit = { max: api.maxUploadBytes, message: tooLargeMessage(api.maxUploadBytes) }

/**
 * Calls of quick order and uploads, in a separate Fastify scope with larger bodies and forms. Returns the mounted
 * calls.
 */
export async function uploadRoutes(app: FastifyInstance, deps: Deps): Promise<Endpoint[]> {
  let mounted: Endpoint[] = []
  await app.register(async (scope) => {
    await readForms(scope, { maxBodyBytes, file: fileLimit })
    refuseBeforeReading(scope, deps)
    const calls = createApi(scope, deps)
    mountCalls(calls, deps)
    mounted = calls.endpoints()
  })
  return mounted
}

function mountCalls({ on }: ReturnType<typeof createApi>, deps: Deps): void {
  on(api.uploadsFromFile, async ({ actor, input: { file, ...choice } }) => {
    if (!(file instanceof ReceivedFile)) throw new AppError('invalid', { fields: { file: 'Выберите файл' } })
    const bytes = new Uint8Array(file.bytes).buffer
    return shapeReview(
      await reviewTable(deps, buyer(actor), {
        contractId: choice.contract,
        file: file.name,
        source: { bytes },
        choice: readingChoice(choice),
      }),
    )
  })

  on(api.uploadsFromBuffer, async ({ actor, input: { text, ...choice } }) => {
    if (text.trim() === '') throw new AppError('invalid', { fields: { text: 'Вставьте таблицу' } })
    return shapeReview(
      await reviewTable(deps, buyer(actor), {
        contractId: choice.contract,
        file: '',
        source: { text },
        choice: readingChoice(choice),
      }),
    )
  })

  on(api.quickOrder, async ({ actor, input: { contract, rows, candidates } }) => {
    if (candidates) deps.searches.take(actor.accountId)
    const resolved = await resolveTyped(deps, buyer(actor), {
      contractId: contract,
      candidates,
      rows: rows.map(({ code, qnt, id, pasted = false }) => ({
        code,
        quantity: typedText(qnt),
        id: id ?? undefined,
        pasted,
      })),
    })
    return { contract: resolved.contractId, rows: resolved.rows.map(shapeRow) }
  })

  on(uploadReport, ({ input: { file, rows } }) => writeReport({ file, rows: rows.map(parseReportRow) }, new Date()))

  on(api.addCartFromPricelist, async ({ actor, input, request }) => {
    const key = input.mode === 'add' ? requiredIdempotencyKeyOf(request) : idempotencyKeyOf(request)
    const quantities = quantitiesOf(input.cartList, input.order)
    const cartInput: CartInput = {
      contractId: input.contract,
      mode: input.mode,
      quantities,
      codes: input.codes ?? {},
      names: input.names ?? {},
      columns: input.columns ? parseColumns(input.columns) : null,
      replaces: input.replaces ?? [],
    }
    return shapeCart(await fillBasket(deps, buyer(actor), { key, input: cartInput }))
  })
}

/** A typed number loses its sign [V.7]; a text may come from a file, where a minus has a meaning. */
function typedText(quantity: string | number | null | undefined): string {
  return String(typeof quantity === 'number' ? Math.abs(quantity) : (quantity ?? ''))
}

type ReadingChoice = Pick<
  ParsedInputOf<typeof api.uploadsFromBuffer>,
  'sheet' | 'headerRow' | 'columns' | 'quantities' | 'hidden'
>

/** An empty form field counts as absent. */
function readingChoice({ hidden, columns, ...choice }: ReadingChoice): Choice {
  return { ...choice, columns: columns && parseColumns(columns), hidden: hidden === '' ? undefined : hidden }
}

const uploads: readonly string[] = [api.uploadsFromFile.path, api.uploadsFromBuffer.path]

/** Refuses callers without the right, or too large bodies, before reading. */
function refuseBeforeReading(scope: FastifyInstance, deps: Deps): void {
  const gate = createUploadGate()
  scope.addHook('onRequest', async (request, reply) => {
    const actor = expectRight({ right: 'basket.edit' }, await deps.sessions.actorOf(request))
    refuseCrossSite(request, deps)
    const { url = '' } = request.routeOptions
    if (!uploads.some((path) => path.replace(/\/$/, '') === url.replace(/\/$/, ''))) return
    limitUpload(request, reply, fileLimit)
    const upload = { isReceiving: () => !request.raw.complete, end: () => endTooSlow(request, reply) }
    reply.raw.once('close', gate.admit(actor.accountId, upload))
    await countUpload(deps, actor)
  })
}
