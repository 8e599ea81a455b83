import type { Readable } from 'node:stream'
import type { PurchasedReport, PurchasedSort } from '#shared/api/money/purchased.ts'
import { purchasedPeriodDays, rootCategoryId } from '#shared/constants.ts'
import { addDays, dayOf, daysBetween, type Day } from '#shared/rules/dates.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import { findParties } from '#server/customers/organisations/shared-queries-parties.ts'
import { findAnalogues } from '#server/catalogue/card/analogues.ts'
import { rowsOfVariants } from '#server/catalogue/card/variant-rows.ts'
import { listRowsOfProducts } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import type { RenderedRow } from '#server/catalogue/facets/render/read-answer.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { limitAndOffset, paginationOf, type Pagination } from '#server/platform/pagination.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { fillBars, chartStep, type Bar } from './chart.ts'
import { writeReportSheet } from './report-sheet.ts'
import { listReport, readReport, type GoodRow, type Purchased, type PurchasedFilter, type RowsOf } from './queries.ts'

type Deps = { db: Db; catalogue: Catalogue }

export type PurchasedInput = {
  /** Undefined: the chosen contract. */
  contractId: number | undefined
  report: PurchasedReport
  categoryId: number | undefined
  brandId: number | undefined
  from: Day | undefined
  to: Day | undefined
  query: string
  sort: PurchasedSort
}

export type PurchasedPage = {
  report: PurchasedReport
  contractId: number
  from: Day
  to: Day
  today: Day
  step: 'week' | 'month'
  purchased: Purchased<PurchasedReport>
  chart: Bar[]
  /** Current catalogue rows, by the id of the bought product or variant. */
  products: ReadonlyMap<number, RenderedRow>
  /** Available analogues of unavailable goods, by the same ids. */
  analogues: ReadonlyMap<number, RenderedRow[]>
  pagination: Pagination
}

/** A page of a report, with totals and chart of the whole period. */
export async function readPurchased(
  deps: Deps,
  actor: BuyerActor,
  { page, perPage, now, ...input }: PurchasedInput & { page: number; perPage: number; now: Date },
): Promise<PurchasedPage> {
  const { contractId, filter, today } = await resolveFilter(deps, actor, input, now)
  const { report } = input
  const purchased = await readReport(deps.db, { report, ...filter, ...limitAndOffset({ page, perPage }) })
  const bought = report === 1 ? (purchased.rows as GoodRow[]).flatMap(toCatalogueGoods) : []
  const products = await findCatalogueRows(deps, actor, { contractId, bought })
  const { from, to, step } = filter
  return {
    report,
    contractId,
    from,
    to,
    today,
    step,
    purchased,
    chart: fillBars(purchased.chart, { from, to, step }),
    products,
    analogues: await findAnaloguesOfUnavailable(deps, actor, { contractId, bought, products }),
    pagination: paginationOf({ page, perPage }, purchased.count),
  }
}

type Bought = GoodRow & { productId: number; cardId: number }
type ContractGoods = { contractId: number; bought: readonly Bought[] }

/** Goods that the catalogue knows, or knew. */
function toCatalogueGoods({ productId, cardId, ...row }: GoodRow): Bought[] {
  return productId === null || cardId === null ? [] : [{ ...row, productId, cardId }]
}

/** Current catalogue rows of bought products and variants. */
async function findCatalogueRows(
  deps: Deps,
  actor: BuyerActor,
  { contractId, bought }: ContractGoods,
): Promise<Map<number, RenderedRow>> {
  const ids = [...new Set(bought.map(({ cardId }) => cardId))]
  const cards = new Map(
    (await listRowsOfProducts(deps, actor, { contract: contractId, ids })).map((row) => [row.id, row]),
  )
  const variants = await rowsOfVariants(deps, actor, {
    contract: contractId,
    variants: bought.flatMap(({ productId, cardId, articul, name }) => {
      const product = cards.get(cardId)
      return product && cardId !== productId ? [{ id: productId, articul, header: name, product }] : []
    }),
  })
  return new Map([...cards, ...variants])
}

async function findAnaloguesOfUnavailable(
  deps: Deps,
  actor: BuyerActor,
  { contractId, bought, products }: ContractGoods & { products: ReadonlyMap<number, RenderedRow> },
): Promise<Map<number, RenderedRow[]>> {
  const unavailable = bought.filter(({ productId }) => !products.get(productId)?.available_for_order)
  const analoguesByCard = await findAnalogues(deps, actor, {
    contractId,
    productIds: [...new Set(unavailable.map(({ cardId }) => cardId))],
  })
  return new Map(unavailable.flatMap(({ productId, cardId }) => [[productId, analoguesByCard.get(cardId) ?? []]]))
}

/** All rows of a report as a spreadsheet. */
export async function streamPurchased(
  deps: Deps,
  actor: BuyerActor,
  { now, ...input }: PurchasedInput & { now: Date },
): Promise<{ name: string; content: Readable }> {
  const { contractId, filter } = await resolveFilter(deps, actor, input, now)
  const parties = await findParties(deps.db, { contractId })
  if (!parties) throw new AppError('notFound')
  const { report } = input
  return writeReportSheet(report, {
    contract: { number: parties.contract.number, contragent: parties.buyer.company },
    from: filter.from,
    to: filter.to,
    createdAt: now,
    rows: readPages((range) => listReport(deps.db, { report, ...filter, ...range })),
  })
}

const rowsPerRead = 20_000

async function* readPages(
  read: (range: { limit: number; offset: number }) => Promise<RowsOf[PurchasedReport][]>,
): AsyncGenerator<RowsOf[PurchasedReport][]> {
  for (let offset = 0; ; offset += rowsPerRead) {
    const rows = await read({ limit: rowsPerRead, offset })
    yield rows
    if (rows.length < rowsPerRead) return
  }
}

async function resolveFilter(
  deps: Deps,
  actor: BuyerActor,
  { contractId: requestedId, categoryId, brandId, query, sort, ...period }: PurchasedInput,
  now: Date,
): Promise<{ contractId: number; filter: PurchasedFilter; today: Day }> {
  const today = dayOf(now)
  const to = period.to ?? today
  const from = period.from ?? addDays(to, -purchasedPeriodDays)
  if (from > to) throw new AppError('datePeriod')
  const { accountId } = actor
  const { contractId } = await getContractView(deps, { accountId, contractId: requestedId })
  return {
    contractId,
    today,
    filter: {
      accountId,
      contractId,
      from,
      to,
      categoryId: categoryId === rootCategoryId ? undefined : categoryId,
      brandId,
      query,
      sort,
      step: chartStep(daysBetween(from, to)),
    },
  }
}
