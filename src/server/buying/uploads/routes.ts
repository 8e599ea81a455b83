import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { uploadReport } from '#shared/api/upload-report.ts'
import * as api from '#shared/api/uploads.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { tooLargeMessage } from '#shared/rules/file-size.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import type { SearchLimit } from '#server/catalogue/search/search-limit.ts'
import { countUpload } from '#server/catalogue/pictures/upload-limit.ts'
import type { TableReader } from '#server/platform/files/tables/read-tables.ts'
import { buyer } from '#server/platform/http/actor.ts'
import { createApi } from '#server/platform/http/api.ts'
import { expectRight } from '#server/platform/http/check-call.ts'
import { sendError } from '#server/platform/http/errors.ts'
import { refuseCrossSite } from '#server/platform/http/origin.ts'
import { limitUpload, readUpload } from '#server/platform/http/read-upload.ts'
import { endTooSlow } from '#server/platform/http/slow-requests.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { decodeText, parseForm, refuseMalformedValue, refuseReplaced } from '#server/platform/http/text.ts'
import { fillBasket, quantitiesOf, type CartInput } from './cart.ts'
import { createUploadGate } from './limits.ts'
import { writeReport } from './report.ts'
import { resolveTyped, reviewTable } from './service.ts'

type Deps = {
  db: Db
  catalogue: Catalogue
  tables: TableReader
  searches: SearchLimit
  sessions: Sessions
  baseUrl: string | undefined
}

/** A body of these calls: a long list, or a pasted table. */
const largestBodyBytes = 8 * 1024 * 1024

const fileLimit = { max: api.maxUploadBytes, message: tooLargeMessage(api.maxUploadBytes) }

/**
 * Quick order and uploads, in a room of their own: here bodies are larger and forms are read, too. Answers what it has
 * mounted.
 */
export async function uploadRoutes(app: FastifyInstance, deps: Deps): Promise<Endpoint[]> {
  let mounted: Endpoint[] = []
  await app.register(async (scope) => {
    await readForms(scope)
    refuseBeforeReading(scope, deps)
    answerBrokenForms(scope)
    const calls = createApi(scope, deps)
    mountCalls(calls, deps)
    mounted = calls.endpoints()
  })
  return mounted
}

function mountCalls({ on }: ReturnType<typeof createApi>, deps: Deps): void {
  on(api.uploadsFromFile, ({ actor, input: { file, ...choice } }) => {
    if (!(file instanceof ReceivedFile)) throw new AppError('invalid', { fields: { file: 'Выберите файл' } })
    const bytes = new Uint8Array(file.bytes).buffer
    return reviewTable(deps, buyer(actor), {
      contractId: choice.contract,
      file: file.name,
      source: { bytes },
      choice: readingChoice(choice),
    })
  })

  on(api.uploadsFromBuffer, ({ actor, input: { text, ...choice } }) => {
    if (text.trim() === '') throw new AppError('invalid', { fields: { text: 'Вставьте таблицу' } })
    return reviewTable(deps, buyer(actor), {
      contractId: choice.contract,
      file: '',
      source: { text },
      choice: readingChoice(choice),
    })
  })

  on(api.quickOrder, ({ actor, input: { contract, rows, candidates } }) => {
    if (candidates) deps.searches.spend(actor.accountId)
    return resolveTyped(deps, buyer(actor), {
      contractId: contract,
      candidates,
      rows: rows.map(({ code, qnt, id, pasted = false }) => ({
        code,
        qnt: typedText(qnt),
        id: id ?? undefined,
        pasted,
      })),
    })
  })

  on(uploadReport, ({ input }) => writeReport(input, new Date()))

  on(api.addCartFromPricelist, ({ actor, input, request }) => {
    const key = input.mode === 'add' ? keyOf(request) : undefined
    const quantities = quantitiesOf(input.cartList, input.order)
    const cartInput: CartInput = {
      contractId: input.contract,
      mode: input.mode,
      quantities,
      codes: input.codes ?? {},
      names: input.names ?? {},
      columns: input.columns ?? null,
    }
    return fillBasket(deps, buyer(actor), { key, input: cartInput })
  })
}

/** A typed number loses its sign [V.7]; a text may come from a file, where a minus means something else. */
function typedText(quantity: string | number | null | undefined): string {
  return String(typeof quantity === 'number' ? Math.abs(quantity) : (quantity ?? ''))
}

/** An empty field of a form says nothing. */
function readingChoice<Given extends { hidden?: 'skip' | 'order' | '' | undefined }>({ hidden, ...choice }: Given) {
  return { ...choice, hidden: hidden === '' ? undefined : hidden }
}

function keyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || key.length === 0 || key.length > 200) throw new AppError('keyMissing')
  return key
}

class ReceivedFile {
  readonly name: string
  readonly bytes: Buffer
  constructor(name: string, bytes: Buffer) {
    this.name = name
    this.bytes = bytes
  }
}

/** Forms of both kinds beside JSON: the older layer sends them. */
async function readForms(scope: FastifyInstance): Promise<void> {
  scope.addHook('onRoute', (route) => {
    route.bodyLimit = largestBodyBytes
  })
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseForm(decodeText(body)),
  )
  await scope.register(multipart, {
    attachFieldsToBody: 'keyValues',
    // The file's own limit is kept by readUpload, which lets its sender receive the answer.
    limits: {
      fieldNameSize: 100,
      fieldSize: largestBodyBytes,
      fields: 20,
      fileSize: Number.MAX_SAFE_INTEGER,
      files: 1,
      headerPairs: 100,
      parts: 25,
    },
    async onFile(part) {
      refuseBrokenName(part.filename)
      refuseBrokenName(part.fieldname)
      const bytes = await readUpload(part.file, fileLimit)
      Object.assign(part, { value: new ReceivedFile(nameOf(part.filename), bytes) })
    },
  })
}

function refuseBrokenName(name: string | undefined): void {
  refuseMalformedValue(name)
  refuseReplaced(name)
}

/** What the form's reader throws without a status is the sender's fault: its body could not be read. */
function answerBrokenForms(scope: FastifyInstance): void {
  const read = new WeakSet<FastifyRequest>()
  scope.addHook('preHandler', (request, _reply, done) => {
    read.add(request)
    const texts = request.isMultipart() ? Object.entries(request.body as object).flat() : []
    for (const text of texts) if (typeof text === 'string') refuseReplaced(text)
    done()
  })
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const isBroken =
      !read.has(request) && request.isMultipart() && !(error instanceof AppError) && error.statusCode === undefined
    return sendError(isBroken ? new AppError('malformed', {}, { cause: error }) : error, request, reply)
  })
}

/** The last part of a name, whichever slashes its system has. */
function nameOf(filename: string | undefined): string {
  return (filename ?? '').toWellFormed().split(/[/\\]/).at(-1)?.slice(0, 255) ?? ''
}

const uploads: readonly string[] = [api.uploadsFromFile.path, api.uploadsFromBuffer.path]

/** Whoever may not send anything here, or sends too much, is refused before a byte is read. */
function refuseBeforeReading(scope: FastifyInstance, deps: Deps): void {
  const gate = createUploadGate()
  scope.addHook('onRequest', async (request, reply) => {
    const actor = expectRight({ right: 'basket.edit' }, await deps.sessions.actorOf(request))
    refuseCrossSite(request, deps)
    const { url = '' } = request.routeOptions
    if (!uploads.some((path) => path.replace(/\/$/, '') === url.replace(/\/$/, ''))) return
    limitUpload(request, reply, fileLimit)
    const upload = { isReceiving: () => !request.raw.complete, end: () => endTooSlow(request, reply) }
    reply.raw.once('close', gate.enter(actor.accountId, upload))
    await countUpload(deps, actor)
  })
}
