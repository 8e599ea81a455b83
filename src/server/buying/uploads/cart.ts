import { createHash } from 'node:crypto'
import type { CartOutcome } from '#shared/api/uploads.ts'
import { errors } from '#shared/errors.ts'
import { roundToOrderable } from '#shared/rules/step.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { changeLines } from '#server/buying/basket/change-lines.ts'
import { fitLines, type LineRequest, type Goods, type LineChange } from '#server/buying/basket/fit-lines.ts'
import { listGoods, lockBasket, writeLines, type OpenBasket } from '#server/buying/basket/shared-queries.ts'
import {
  deleteOldKeys,
  findFirstAnswer,
  saveAnswer,
  type FirstAnswer,
} from '#server/buying/basket/shared-queries-keys.ts'
import {
  effectiveWarehouses,
  notFoundError,
  refusalFor,
  readSummaryOf,
  type BasketSummary,
} from '#server/buying/basket/service.ts'
import { headingKey } from './reading/headings.ts'
import type { RememberedColumns } from './reading/columns.ts'
import { clientKey } from './matching/row-to-match.ts'
import { basketMilli } from './fit-rows.ts'
import { changesOf, linesTakenBack, replaceCalls, withoutChanges, type BasketChange } from './replaced-calls.ts'
import { findCustomer, saveClientCodes, saveColumns } from './queries.ts'
import { listSoldGoods, type SoldGood } from './shared-queries.ts'

/** Result of filling a basket. */
export type CartResult = {
  contractId: number
  /** Basket lines as requested, rounded or capped. */
  count: number
  goods: CartGoods[]
  summary: BasketSummary
}

/** Result for one product of the list. */
export type CartGoods = {
  productId: number
  header: string
  articul: string
  requestedMilli: number
  /** Quantity now in the basket; in mode 'add', the added quantity. */
  resultMilli: number
  changes: BasketChange[]
  outcome: GoodsOutcome
  /** Why it differs from the request, in Russian; '' if it does not. */
  note: string
}

type GoodsOutcome = CartOutcome['what']

/** The buyer's decisions on a file, stored for the next one. */
export type ReviewDecisions = {
  /** Text of a row → product or variant. */
  codes: Readonly<Record<string, number>>
  /** Names in the rows of these goods, by the same texts. */
  names: Readonly<Record<string, string>>
  columns: RememberedColumns | null
}

export type CartInput = ReviewDecisions & {
  contractId: number | undefined
  mode: LineRequest['mode']
  /** Thousandths by product or variant; never 0. */
  quantities: ReadonlyMap<number, number>
  /** Keys of unanswered calls with an earlier version of this list: what they did is taken back. */
  replaces: readonly string[]
}

/** Above this number a contragent's oldest codes are deleted. */
const maxCodes = 50_000

/**
 * Puts a reviewed list into the basket, under the lock of its row and by its rules: unavailable goods are reported, the
 * rest is added. 'set' is idempotent; 'add' runs once per key. Instead of a list whose answer was lost, a corrected one
 * leaves the basket as if only it had been sent. Decisions by hand are saved for the contragent in the same
 * transaction. A constant number of statements.
 */
export async function fillBasket(
  { db }: { db: Db },
  actor: BuyerActor,
  { key, input }: { key: string | undefined; input: CartInput },
): Promise<CartResult> {
  if (input.quantities.size === 0) throw new AppError('zeroQuantity')
  const bodyDigest = digestOf(input)
  return db.transaction(async (tx) => {
    const { accountId } = actor
    const basket = await lockBasket(tx, { accountId, contractId: input.contractId })
    if (!basket || basket.basketId === null) throw notFoundError(input.contractId)
    const first = key === undefined ? undefined : await findFirstAnswer(tx, { accountId, key })
    if (first && (input.mode === 'add' || first.bodyDigest.equals(bodyDigest))) return replayAnswer(first, bodyDigest)

    const { contractId, basketId } = basket
    const replaced = await replaceCalls(tx, { accountId, contractId, keys: input.replaces })
    const productIds = [...input.quantities.keys()]
    const current = await listGoods(tx, { basket, productIds: [...new Set([...productIds, ...replaced.keys()])] })
    const goods = new Map(
      current.map((each) => [each.productId, withoutChanges(each, replaced.get(each.productId) ?? [])]),
    )
    const sold = new Map(
      (
        await listSoldGoods(tx, {
          ...basket,
          productIds: [...new Set([...productIds, ...replaced.keys(), ...Object.values(input.codes)])],
        })
      ).map((good) => [good.id, good]),
    )
    const fitted = [...input.quantities].map(([id, quantityMilli]) =>
      fitGoods({ id, quantityMilli, mode: input.mode }, goods.get(id), sold.get(id), basket),
    )
    const requestedLines = fitted.flatMap(({ lines }) => lines)
    const takenBack = linesTakenBack(current, goods, requestedLines)
    const lines = [...requestedLines, ...takenBack]
    const dropped = new Set(takenBack.flatMap(({ productId: id }) => (input.quantities.has(id) ? [] : [id])))
    if (lines.length > 0)
      await changeLines(tx, { ...basket, basketId }, actor, async () => {
        await writeLines(tx, { basketId, lines })
        return lines
      })
    await saveCodesAndColumns(tx, actor, { input, sold, contractId })
    const reply = {
      contractId,
      count: fitted.filter(({ report }) => report.resultMilli > 0).length,
      goods: [...fitted.map(({ report }) => report), ...[...dropped].map((id) => reportTakenBack(id, sold.get(id)))],
      summary: await readSummaryOf(tx, actor, basket),
    }
    if (key !== undefined && !(await saveAnswer(tx, { accountId, key, bodyDigest, reply })) && input.mode === 'add')
      throw new AppError('keyReused')
    return reply
  })
}

/** A key is valid for 24 hours. */
export async function purgeOldBasketKeys({ db }: { db: Db }): Promise<number> {
  return deleteOldKeys(db)
}

function digestOf({ quantities, replaces, ...input }: CartInput): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['cart', input, [...quantities], ...(replaces.length > 0 ? [replaces] : [])]))
    .digest()
}

function replayAnswer({ bodyDigest, reply }: FirstAnswer, digest: Buffer): CartResult {
  if (!bodyDigest.equals(digest)) throw new AppError('keyReused')
  return reply as CartResult
}

type FittedGoods = { lines: LineChange[]; report: CartGoods }

function fitGoods(
  { id, quantityMilli, mode }: { id: number; quantityMilli: number; mode: LineRequest['mode'] },
  goods: Goods | undefined,
  sold: SoldGood | undefined,
  basket: OpenBasket,
): FittedGoods {
  const report = { ...emptyReport(id, sold), requestedMilli: quantityMilli }
  const request: LineRequest = { productId: id, warehouseId: undefined, quantityMilli, mode }
  const refusal = goods ? refusalFor(request, goods, basket) : 'notFound'
  if (!goods || refusal)
    return {
      lines: [],
      report: { ...report, outcome: outcomeOfRefusal(refusal), note: errors[refusal ?? 'notFound'].message },
    }
  const result = fitLines(
    request,
    goods,
    effectiveWarehouses(basket).map((warehouse) => warehouse.id),
  )
  if ('refused' in result)
    return { lines: [], report: { ...report, outcome: 'out', note: errors[result.refused].message } }

  const resultMilli = result.lines.reduce(
    (sum, line) => sum + line.quantityMilli - (mode === 'add' ? basketMilli(goods, line) : 0),
    0,
  )
  const note = result.lines
    .map((line) => line.note)
    .filter(Boolean)
    .join('. ')
  return {
    lines: result.lines,
    report: {
      ...report,
      resultMilli,
      changes: changesOf(goods, result.lines),
      outcome: outcomeOfQuantity(quantityMilli, resultMilli, goods),
      note,
    },
  }
}

function emptyReport(productId: number, sold: SoldGood | undefined): Omit<CartGoods, 'outcome' | 'note'> {
  return {
    productId,
    header: sold?.header ?? '',
    articul: sold?.shownArticul ?? '',
    requestedMilli: 0,
    resultMilli: 0,
    changes: [],
  }
}

/** A good that only a replaced list ordered. */
function reportTakenBack(productId: number, sold: SoldGood | undefined): CartGoods {
  const note = 'строки больше нет в заказе, в корзине снова прежнее количество'
  return { ...emptyReport(productId, sold), outcome: 'takenBack', note }
}

function outcomeOfRefusal(refusal: string | undefined): GoodsOutcome {
  return refusal === 'chooseVariant' || refusal === 'notSold' ? refusal : 'notFound'
}

function outcomeOfQuantity(requestedMilli: number, resultMilli: number, goods: Goods): GoodsOutcome {
  if (resultMilli <= 0) return 'out'
  if (resultMilli === requestedMilli) return 'added'
  return resultMilli < roundToOrderable(requestedMilli, goods) ? 'capped' : 'rounded'
}

/** Stores codes of goods sold under the contract, and columns with a heading or a position. */
export async function saveCodesAndColumns(
  tx: Db,
  actor: BuyerActor,
  {
    input: { codes, names, columns },
    sold,
    contractId,
  }: { input: ReviewDecisions; sold: ReadonlyMap<number, SoldGood>; contractId: number },
): Promise<void> {
  const known = new Map(
    Object.entries(codes).flatMap(([code, productId]) => {
      const key = clientKey(code)
      return key !== '' && sold.has(productId)
        ? [[key, { key, code, name: names[code] ?? '', productId }] as const]
        : []
    }),
  )
  const headings = headingsOf(columns ?? {})
  if (known.size === 0 && headings === '') return
  const { organisationId } = actor
  const customer = await findCustomer(tx, { organisationId, contractId })
  if (!customer) return
  const scope = { organisationId, contragentId: customer.contragentId }
  // In a fixed order, so that concurrent calls with the same codes wait instead of deadlocking.
  await saveClientCodes(tx, {
    ...scope,
    codes: [...known.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    max: maxCodes,
  })
  if (columns && headings !== '') await saveColumns(tx, { ...scope, headings, columns })
}

/** Signature of files with these columns: positions and headings. */
function headingsOf({ summed = [], ...columns }: RememberedColumns): string {
  const named = Object.entries(columns).flatMap(([field, column]) => (column ? [{ field, ...column }] : []))
  const all = [...named, ...summed.map((column) => ({ field: 'quantity', ...column }))]
  return all.map(({ field, index, heading }) => `${field}:${index}:${headingKey(heading)}`).join('|')
}
