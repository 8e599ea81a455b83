import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { businessTimeZone } from '#shared/constants.ts'
import type { PriceRule } from '#shared/rules/parties/price-politics.ts'
import type { Db } from '#server/platform/db/client.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { readShop } from '#server/customers/firm/service.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { ymlBody, ymlStart, type YmlOffer } from '#server/platform/files/yml.ts'
import { offerCategories, toOffer } from './offers.ts'
import { withPriceRows, type PriceRows } from '../price-rows.ts'
import {
  beginBuild,
  findFeed,
  saveBuild,
  publishBuild,
  type Built,
  type FeedKey,
  type FeedRow,
} from './queries-feeds.ts'
import { hasChangedSince } from '../queries-rows.ts'
import { storeStream } from '../store-stream.ts'

/** A contract's YML in the file store, gzipped. */
export type Feed = { key: string; etag: string; builtAt: Date; sizeBytes: number }
type Deps = { db: Db; files: FileStore; origins: Origins }
/** Maps the requester's origin ('' = unknown) to the origin for links in the feed. */
export type Origins = (requestOrigin: string) => string

/** A contract's YML with links for an origin and prices by price politics: the session's, or the link author's. */
export type FeedRequest = { view: ContractView; origin: string; pricePolitics?: readonly PriceRule[] }
export type Feeds = { current: (request: FeedRequest) => Promise<Feed> }

const hourMs = 3_600_000
/** A feed is rewritten at least this often, because clients treat an old date as an abandoned feed. */
const maxFeedAgeMs = 24 * hourMs
/** Changes of the catalogue are kept for a day; rely on them for less than that. */
const changesReliableMs = 20 * hourMs
/**
 * Pause between builds, in proportion to the duration of the last one, so that a large shop does not rebuild all the
 * time.
 */
const buildPause = { fromMs: 500, times: 10, maxMs: 60_000 }
/** A build holds a database connection, so most of the pool must stay free. Each key is an organisation. */
const buildLimits = { maxRunning: 2, maxRunningEach: 1, maxWaiting: 100, maxWaitingEach: 7, retryAfterSeconds: 10 }

/** Increase when the output changes: files of older versions are rewritten. */
const formatVersion = 2

/**
 * The YML of each contract, shared by all readers. Rebuilt when prices, stock, assortment or the contract change. A
 * rebuild with equal contents keeps the file and its ETag.
 */
export function createFeeds(deps: Deps): Feeds {
  const pending = new Map<string, Promise<Feed>>()
  const queue = createFairQueue(buildLimits)
  return {
    async current({ view, origin, pricePolitics = [] }) {
      const shop = { ...(await readShop(deps)), url: deps.origins(origin) }
      const politics = politicsDigestOf(pricePolitics)
      const source = { viewDigest: viewDigestOf(view, shop), shop, pricePolitics, politics }
      const key = `${view.contractId}:${politics}:${source.viewDigest}`
      const found =
        pending.get(key) ??
        findOrBuild(deps, view, source, (work) => queue.run(view.organisationId, work)).finally(() =>
          pending.delete(key),
        )
      pending.set(key, found)
      return found
    },
  }
}

const wholeCatalogue = { categoryIds: [], availableOnly: false }

type RunQueued = (work: () => Promise<Feed>) => Promise<Feed>

async function findOrBuild(deps: Deps, view: ContractView, source: FeedSource, runQueued: RunQueued): Promise<Feed> {
  const found = await findCurrent(deps, view, source)
  if (found) return found
  return runQueued(async () => (await findCurrent(deps, view, source)) ?? build(deps, view, source))
}

/** The stored feed, if it is current and its file exists. */
async function findCurrent(
  deps: Deps,
  { contractId }: ContractView,
  { viewDigest, politics }: FeedSource,
): Promise<Feed | undefined> {
  const stored = await findFeed(deps.db, { contractId, politics })
  if (!stored || stored.viewDigest !== viewDigest || !(await isFresh(deps, stored))) return undefined
  const feed = toFeed({ contractId, politics }, stored)
  return (await deps.files.has(feed.key)) ? feed : undefined
}

type FeedSource = { viewDigest: string; shop: Shop; pricePolitics: readonly PriceRule[]; politics: string }
type Shop = { name: string; company: string; url: string }

function viewDigestOf(
  { contractId: _id, organisationId: _organisation, stopOrders: _stop, ...view }: ContractView,
  shop: Shop,
): string {
  return createHash('sha256')
    .update(JSON.stringify([formatVersion, shop, view]))
    .digest('base64url')
}

function politicsDigestOf(rules: readonly PriceRule[]): string {
  return rules.length === 0 ? '' : createHash('sha256').update(JSON.stringify(rules)).digest('base64url')
}

async function isFresh({ db }: Deps, { builtMs, checkedMs, buildMs, asOf }: FeedRow): Promise<boolean> {
  // The absolute difference covers a clock that has been set back.
  const [builtAgoMs, checkedAgoMs] = [builtMs, checkedMs].map((ms) => Math.abs(Date.now() - ms)) as [number, number]
  if (builtAgoMs > maxFeedAgeMs || checkedAgoMs > changesReliableMs) return false
  if (buildMs >= buildPause.fromMs && checkedAgoMs < Math.min(buildMs * buildPause.times, buildPause.maxMs)) return true
  return !(await hasChangedSince(db, { asOf }))
}

async function build(deps: Deps, view: ContractView, source: FeedSource): Promise<Feed> {
  const { db, files } = deps
  const { viewDigest, shop, pricePolitics, politics } = source
  const feed = { contractId: view.contractId, politics }
  const startedMs = performance.now()
  const stored = await findFeed(db, feed)
  const build = await beginBuild(db, feed)
  const builtAt = new Date()
  const hash = createHash('sha256')
  const { asOf, sizeBytes } = await withPriceRows(db, view, { ...wholeCatalogue, pricePolitics }, async (rows) => {
    const offers = readOffers(rows, { view, origin: shop.url })
    const body = ymlBody({
      shop,
      categories: offerCategories(rows.categories, await rows.listNonEmptyCategories()),
      offers,
    })
    const text = Readable.from(hashBody(ymlStart(formatMoscowTime(builtAt)), body, hash), { objectMode: false })
    return {
      asOf: rows.asOf,
      sizeBytes: await storeStream(files, fileKey(feed, build), text, createGzip({ level: 5 })),
    }
  })
  const built = {
    ...feed,
    build,
    viewDigest,
    asOf,
    digest: hash.digest('base64url'),
    buildMs: Math.round(performance.now() - startedMs),
    sizeBytes,
    builtAt,
  }
  if (await publish(deps, built, stored)) return toFeed(feed, { ...built, builtMs: builtAt.getTime() })
  await files.delete(fileKey(feed, build))
  const served = await findFeed(db, feed)
  if (!served) throw new Error('the feed that another process built is gone')
  return toFeed(feed, served)
}

/** Publishes a build. Returns false if it equals the stored one, or another process has published a later one. */
async function publish({ db, files }: Deps, built: Built, stored: FeedRow | undefined): Promise<boolean> {
  const same = stored?.digest === built.digest && built.builtAt.getTime() - stored.builtMs < maxFeedAgeMs
  if (
    same &&
    (await files.has(fileKey(built, stored.build))) &&
    (await saveBuild(db, { ...built, build: stored.build }))
  )
    return false
  if (!(await publishBuild(db, built))) return false
  if (stored) await files.delete(fileKey(built, stored.build))
  return true
}

async function* readOffers(
  { chunks, details }: PriceRows,
  context: { view: ContractView; origin: string },
): AsyncGenerator<YmlOffer[]> {
  for await (const rows of chunks) {
    const detailsById = new Map((await details(rows.map(({ id }) => id))).map((one) => [one.id, one]))
    yield rows.flatMap((row) => toOffer(row, detailsById.get(row.id), context) ?? [])
  }
}

/** The date is not hashed: a new date alone does not change the contents. */
async function* hashBody(
  start: string,
  body: AsyncIterable<string>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<string> {
  yield start
  for await (const piece of body) {
    hash.update(piece)
    yield piece
  }
}

function toFeed(
  feed: FeedKey,
  { build, digest, builtMs, sizeBytes }: Pick<FeedRow, 'build' | 'digest' | 'builtMs' | 'sizeBytes'>,
): Feed {
  const builtAt = new Date(builtMs)
  // The ETag covers the bytes, which include the date.
  const etag = createHash('sha256')
    .update(`${digest} ${formatMoscowTime(builtAt)}`)
    .digest('base64url')
    .slice(0, 27)
  return { key: fileKey(feed, build), etag, builtAt, sizeBytes }
}

/** Folder of a contract's YML in the file store. */
export const feedFolder = ({ contractId, politics }: FeedKey) =>
  `price-feeds/${contractId}${politics === '' ? '' : `-${politics}`}/`
const fileKey = (feed: FeedKey, build: number) => `${feedFolder(feed)}${build}.xml.gz`

const moscowFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: businessTimeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})
const formatMoscowTime = (instant: Date): string => moscowFormat.format(instant)
