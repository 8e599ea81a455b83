import type { FastifyReply, FastifyRequest } from 'fastify'
import { priceFeed, priceListFile, type PriceListProgress } from '#shared/api/files.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { priceFileType } from '#server/platform/files/price-file-types.ts'
import { buyer, staff } from '#server/platform/http/actor.ts'
import { createAddressLimit } from '#server/platform/http/address-limit.ts'
import { attachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { clientAddress } from '#server/platform/http/request-notes.ts'
import type { Feed, FeedRequest, Feeds } from './feeds/feeds.ts'
import { getPriceListFile } from './files.ts'
import { openPriceLink } from './feeds/links.ts'
import type { FileRow } from './queries-files.ts'
import { openFeed, unzip } from './feeds/open-feed.ts'
import { getRequestedFile } from './requests/request-files.ts'

type Deps = { db: Db; files: FileStore; feeds: Feeds }

/** Downloads: price lists of accounts, files of requests, and YML by public link. */
export function priceListFileRoutes({ onFile }: FileApi, deps: Deps): void {
  onFile(
    priceListFile,
    async ({ actor, input, reply }) => {
      const file = await getFile(deps, actor, input)
      reply.header('cache-control', 'private, no-store')
      if (file.state !== 'ready' || file.key === null) {
        const progress: PriceListProgress = {
          status: 'success',
          state: file.state === 'running' ? 'running' : 'queued',
          done: file.doneRows,
          total: file.totalRows,
        }
        return reply.code(202).header('retry-after', '1').send(progress)
      }
      if (!(await deps.files.has(file.key))) throw new AppError('notFound')
      reply.type(priceFileType(file.key.split('.').at(-1) ?? '')).header('content-disposition', attachment(file.name))
      if (file.sizeBytes !== null) reply.header('content-length', file.sizeBytes)
      return reply.send(deps.files.get(file.key))
    },
    uncompressed,
  )

  const limit = createAddressLimit({ perSecond: 1, burst: 60 })
  onFile(
    priceFeed,
    async ({ input, request, reply }) => {
      limit.spend(networkOf(clientAddress(request)))
      const [, token] = /^([\w-]{32})\.xml$/.exec(input.file) ?? []
      if (token === undefined) throw new AppError('notFound')
      return sendFeed(deps, await openPriceLink(deps, { token }), request, reply)
    },
    uncompressed,
  )
}

function getFile(deps: Deps, actor: Actor, { token }: { token: string }): Promise<FileRow> {
  if (may(actor, 'staff.customers')) return getRequestedFile(deps, staff(actor), { token })
  return getPriceListFile(deps, buyer(actor), { token })
}

/** Sends a feed, or 304. The gzipped and the plain representation have different ETags. */
async function sendFeed(deps: Deps, feedRequest: FeedRequest, request: FastifyRequest, reply: FastifyReply) {
  const gzip = acceptsGzip(request.headers['accept-encoding'])
  const current = await deps.feeds.current(feedRequest)
  setFeedHeaders(reply, current, gzip)
  if (matchesEtag(request.headers['if-none-match'], etagOf(current, gzip))) return reply.code(304).send()
  reply.type('application/xml; charset=utf-8')
  if (request.method === 'HEAD') return reply.send()
  const opened = await openFeed(deps, feedRequest, current)
  setFeedHeaders(reply, opened.feed, gzip)
  if (!gzip) return reply.send(unzip(opened))
  return reply.header('content-encoding', 'gzip').header('content-length', opened.feed.sizeBytes).send(opened.zipped)
}

function setFeedHeaders(reply: FastifyReply, feed: Feed, gzip: boolean): void {
  reply.headers({
    etag: etagOf(feed, gzip),
    'last-modified': feed.builtAt.toUTCString(),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
    'x-robots-tag': 'noindex',
  })
}

const etagOf = ({ etag }: Feed, gzip: boolean) => (gzip ? `"${etag}-gzip"` : `"${etag}"`)

function acceptsGzip(header: string | undefined): boolean {
  return (header ?? '').split(',').some((coding) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding))
}

function matchesEtag(header: string | undefined, tag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((current) => current.trim() === '*' || current.trim().replace(/^W\//, '') === tag)
}
