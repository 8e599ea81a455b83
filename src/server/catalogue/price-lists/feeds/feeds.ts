import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { businessTimeZone } from '#shared/constants.ts'
import type { Db } from '#server/platform/db/client.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { readShop } from '#server/customers/organisations/shop.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { ymlBody, ymlStart, type YmlOffer } from '#server/platform/files/yml.ts'
import { offerCategories, offerOf } from './offers.ts'
import { withPriceRows, type PriceRows } from '../price-rows.ts'
import { beginBuild, findFeed, saveBuild, publishBuild, type Built, type FeedRow } from './queries-feeds.ts'
import { changedSince } from '../queries-rows.ts'
import { storeStream } from '../store-stream.ts'

/** A contract's YML as it lies in the file store, gzipped. */
export type Feed = { key: string; etag: string; builtAt: Date; sizeBytes: number }
type Deps = { db: Db; files: FileStore; origins: Origins }
/** The origin for links in the feed, derived from the requester's address of the portal ('' = unknown). */
export type Origins = (requestOrigin: string) => string

/** A contract's YML for an origin: of the session's request, or of the request that created the address. */
export type FeedRequest = { view: ContractView; origin: string }
export type Feeds = { current: (request: FeedRequest) => Promise<Feed> }

const hourMs = 3_600_000
/** Feeds older than this are thought abandoned by those who read them. */
const newDateAfterMs = 24 * hourMs
/** Changes of the catalogue are kept for a day: do not rely on them for longer. */
const trustChangesMs = 20 * hourMs
/**
 * A large shop is not to be busy with nothing but its price lists: a build waits ten times as long as the last took.
 */
const rest = { fromMs: 500, times: 10, maxMs: 60_000 }
/**
 * A build holds a connection to the end: most of the pool must be left to everybody else. Each is an organisation's.
 */
const builds = { atOnce: 2, atOnceEach: 1, maxWaiting: 100, maxWaitingEach: 7, retryAfterSeconds: 10 }

/** Raised when the writer's output changes: older files are written again. */
const formatVersion = 2

/**
 * The YML of each contract, written once for all who ask and again when prices, stock, the range or the contract have
 * changed. Contents that turn out equal keep their file and their ETag.
 */
export function createFeeds(deps: Deps): Feeds {
  const pending = new Map<string, Promise<Feed>>()
  const turns = createFairQueue(builds)
  return {
    async current({ view, origin }) {
      const shop = { ...(await readShop(deps)), url: deps.origins(origin) }
      const viewDigest = digestOf(view, shop)
      const key = `${view.contractId}:${viewDigest}`
      const found =
        pending.get(key) ??
        findOrBuild(deps, view, { viewDigest, shop }, (work) => turns.take(view.organisationId, work)).finally(() =>
          pending.delete(key),
        )
      pending.set(key, found)
      return found
    },
  }
}

type Turn = (work: () => Promise<Feed>) => Promise<Feed>

async function findOrBuild(deps: Deps, view: ContractView, source: FeedSource, whenItsTurn: Turn): Promise<Feed> {
  const found = await findCurrent(deps, view, source)
  if (found) return found
  return whenItsTurn(async () => (await findCurrent(deps, view, source)) ?? build(deps, view, source))
}

/** The last written feed, if it is still correct and its file exists. */
async function findCurrent(deps: Deps, view: ContractView, { viewDigest }: FeedSource): Promise<Feed | undefined> {
  const known = await findFeed(deps.db, view)
  if (!known || known.viewDigest !== viewDigest || !(await isFresh(deps, known))) return undefined
  const feed = feedOf(view.contractId, known)
  return (await deps.files.has(feed.key)) ? feed : undefined
}

type FeedSource = { viewDigest: string; shop: Shop }
type Shop = { name: string; company: string; url: string }

function digestOf(
  { contractId: _id, organisationId: _organisation, stopOrders: _stop, ...view }: ContractView,
  shop: Shop,
): string {
  return createHash('sha256')
    .update(JSON.stringify([formatVersion, shop, view]))
    .digest('base64url')
}

async function isFresh({ db }: Deps, { builtMs, checkedMs, buildMs, asOf }: FeedRow): Promise<boolean> {
  // What was built or checked in the future was so by a clock that has been set back since.
  const [builtAgoMs, checkedAgoMs] = [builtMs, checkedMs].map((ms) => Math.abs(Date.now() - ms)) as [number, number]
  if (builtAgoMs > newDateAfterMs || checkedAgoMs > trustChangesMs) return false
  if (buildMs >= rest.fromMs && checkedAgoMs < Math.min(buildMs * rest.times, rest.maxMs)) return true
  return !(await changedSince(db, { asOf }))
}

async function build(deps: Deps, view: ContractView, { viewDigest, shop }: FeedSource): Promise<Feed> {
  const { db, files } = deps
  const { contractId } = view
  const startedMs = performance.now()
  const known = await findFeed(db, { contractId })
  const build = await beginBuild(db, { contractId })
  const builtAt = new Date()
  const hash = createHash('sha256')
  const { asOf, sizeBytes } = await withPriceRows(db, view, { categoryIds: [], availableOnly: false }, async (rows) => {
    const offers = offersOf(rows, { view, origin: shop.url })
    const body = ymlBody({ shop, categories: offerCategories(rows.categories, await rows.soldIn()), offers })
    const text = Readable.from(hashed(ymlStart(dateOf(builtAt)), body, hash), { objectMode: false })
    return {
      asOf: rows.asOf,
      sizeBytes: await storeStream(files, keyOf(contractId, build), text, createGzip({ level: 5 })),
    }
  })
  const built = {
    contractId,
    build,
    viewDigest,
    asOf,
    digest: hash.digest('base64url'),
    buildMs: Math.round(performance.now() - startedMs),
    sizeBytes,
    builtAt,
  }
  if (await adopt(deps, built, known)) return feedOf(contractId, { ...built, builtMs: builtAt.getTime() })
  await files.delete(keyOf(contractId, build))
  const served = await findFeed(db, { contractId })
  if (!served) throw new Error('the feed that another process built is gone')
  return feedOf(contractId, served)
}

/** Publishes a build, unless it equals the current one, or another process was later. */
async function adopt({ db, files }: Deps, built: Built, known: FeedRow | undefined): Promise<boolean> {
  const same = known?.digest === built.digest && built.builtAt.getTime() - known.builtMs < newDateAfterMs
  if (
    same &&
    (await files.has(keyOf(built.contractId, known.build))) &&
    (await saveBuild(db, { ...built, build: known.build }))
  )
    return false
  if (!(await publishBuild(db, built))) return false
  if (known) await files.delete(keyOf(built.contractId, known.build))
  return true
}

async function* offersOf(
  { chunks, details }: PriceRows,
  context: { view: ContractView; origin: string },
): AsyncGenerator<YmlOffer[]> {
  for await (const rows of chunks) {
    const detailsById = new Map((await details(rows.map(({ id }) => id))).map((one) => [one.id, one]))
    yield rows.map((row) => offerOf(row, detailsById.get(row.id), context))
  }
}

/** The date is not hashed: it alone makes no new contents. */
async function* hashed(
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

function feedOf(
  contractId: number,
  { build, digest, builtMs, sizeBytes }: Pick<FeedRow, 'build' | 'digest' | 'builtMs' | 'sizeBytes'>,
): Feed {
  const builtAt = new Date(builtMs)
  // The date is part of the bytes.
  const etag = createHash('sha256')
    .update(`${digest} ${dateOf(builtAt)}`)
    .digest('base64url')
    .slice(0, 27)
  return { key: keyOf(contractId, build), etag, builtAt, sizeBytes }
}

/** The folder of a contract's YML in the file store. */
export const feedFolder = (contractId: number) => `price-feeds/${contractId}/`
const keyOf = (contractId: number, build: number) => `${feedFolder(contractId)}${build}.xml.gz`

const moscow = new Intl.DateTimeFormat('sv-SE', { timeZone: businessTimeZone, dateStyle: 'short', timeStyle: 'short' })
const dateOf = (instant: Date): string => moscow.format(instant)
