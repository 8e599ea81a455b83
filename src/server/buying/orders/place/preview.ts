import { hasCreditLimit } from '#shared/rules/credit.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { vatPercentOn } from '#shared/rules/money.ts'
import { orderParts } from '#shared/rules/order-parts.ts'
import { rateOfSeller } from '#shared/rules/vat.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { findShownPrice, shownLineSum, shownSum } from '#server/catalogue/prices/shown-prices.ts'
import { listBasketRows, type BasketRow } from '#server/buying/basket/shared-queries-lines.ts'
import { readSetting } from '#server/platform/settings.ts'
import { buildOrder, type NewOrder } from '../rules/new-order.ts'
import { describeRefusal, type Refusal } from '../rules/refusals.ts'
import { creditObstacle, minSumObstacle, contractObstacle, type Obstacle } from '../rules/obstacles.ts'
import { limitExcess, type EmployeeLimits, type LimitExcess } from '#shared/rules/parties/employee-limits.ts'
import { periodStart } from '../rules/employee-limits.ts'
import { findLimits, sumCounted, type Counted } from '../rules/queries-limits.ts'
import { findTerms } from '../rules/queries-place.ts'
import { findPreviewFacts, type PreviewFacts } from '../rules/queries-preview.ts'
import type { OrderInput } from '../rules/terms.ts'

/** At the prices visible to the reader: goods + delivery = sum = sum of the parts. */
export type Preview = {
  /** Null if a price is hidden; the sums of the parts are then meaningless. */
  sums: { goodsKopecks: number; deliveryKopecks: number; sumKopecks: number; vatKopecks: number } | null
  parts: NamedPart[]
  /** Most important reason first. */
  refusals: Refusal[]
  approval: ExpectedApproval | null
}

export type NamedPart = {
  organisation: string | null
  warehouseId: number | null
  warehouse: string | null
  vatPercent: number | null
  lines: number
  sumKopecks: number
  vatKopecks: number
}

/** Undefined unless the order will need approval by a head. */
export type ExpectedApproval = LimitExcess &
  EmployeeLimits & {
    /** Remaining sum of the period's limit before this order; null without a limit. */
    leftKopecks: number | null
    approvers: string[]
  }

/**
 * Previews `placeOrder` for the current basket by the same rules in one snapshot, without locks and writes. Leaves out
 * goods no longer sold; most important refusal first.
 */
export async function previewOf(
  { db }: { db: Db },
  actor: BuyerActor,
  { input, now }: { input: OrderInput; now: Date },
): Promise<Preview> {
  return db.transaction((tx) => preview(tx, actor, input, now), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

async function preview(tx: Db, actor: BuyerActor, input: OrderInput, now: Date): Promise<Preview> {
  const { accountId } = actor
  const { contractId } = input
  const today = dayOf(now)
  const terms = await findTerms(tx, { accountId, contractId, delivery: input.delivery, today })
  if (!terms || terms.method === null) throw new AppError('notFound')
  const facts = await findPreviewFacts(tx, actor, { contractId })
  const rows =
    facts.basketId === null
      ? []
      : await listBasketRows(tx, {
          basket: {
            basketId: facts.basketId,
            contractId,
            priceTypeId: terms.priceTypeId,
            rrcTypeId: null,
            warehouses: terms.warehouses,
            hasBreaks: terms.hasBreaks,
          },
        })
  if (rows.length === 0) throw new AppError('emptyBasket')

  const draft = buildOrder(
    input,
    terms,
    rows.filter(({ sold, priceKopecks }) => sold && priceKopecks !== null),
    actor,
    now,
  )
  const limits = await findLimits(tx, { accountId })
  const countedSums = await sumCounted(tx, {
    accountId,
    since: periodStart(limits, now),
    creditOf: hasCreditLimit(terms) ? contractId : null,
  })
  const refusals = []
  for (const obstacle of [
    contractObstacle(terms, today),
    minSumObstacle(draft, terms),
    creditObstacle(draft, terms, countedSums),
  ].filter(isObstacle)) {
    refusals.push(await describeRefusal(tx, actor, obstacle, { contractId, now }))
  }
  const shown = await findShownPrice(tx, actor, {
    contractId,
    productIds: draft.lines.map(({ productId }) => productId),
  })
  const goodsKopecks = shownSum(shown, draft.lines)
  const parts = toParts(
    {
      ...draft,
      lines: draft.lines.map((line) => ({ ...line, sumKopecks: shownLineSum(shown, line) ?? 0 })),
    },
    rows,
    facts,
    vatPercentOn(rateOfSeller(facts.seller?.vat ?? 'goods', await readSetting(tx, 'delivery.vat')), today),
  )
  return {
    sums: goodsKopecks === null ? null : partSums(parts, { goodsKopecks, deliveryKopecks: draft.deliveryKopecks }),
    parts,
    refusals,
    approval: expectedApproval(draft, limits, countedSums, facts),
  }
}

function partSums(
  parts: readonly NamedPart[],
  { goodsKopecks, deliveryKopecks }: { goodsKopecks: number; deliveryKopecks: number },
): NonNullable<Preview['sums']> {
  return {
    goodsKopecks,
    deliveryKopecks,
    sumKopecks: goodsKopecks + deliveryKopecks,
    vatKopecks: parts.reduce((sum, { vatKopecks }) => sum + vatKopecks, 0),
  }
}

function isObstacle(obstacle: Obstacle | undefined): obstacle is Obstacle {
  return obstacle !== undefined
}

/** Paid delivery is sold by the seller itself. */
function toParts(
  { lines, deliveryKopecks }: NewOrder,
  rows: readonly BasketRow[],
  { seller }: PreviewFacts,
  deliveryVat: number | null,
): NamedPart[] {
  const sellerId = seller?.id ?? null
  const goods = lines.map(({ warehouseId, vatPercent, sumKopecks }) => ({
    sellerId,
    warehouseId,
    vatPercent,
    sumKopecks,
  }))
  const delivery =
    deliveryKopecks === 0 ? [] : [{ sellerId, warehouseId: null, vatPercent: deliveryVat, sumKopecks: deliveryKopecks }]
  const names = new Map(rows.map(({ warehouseId, warehouse }) => [warehouseId, warehouse]))
  return orderParts([...goods, ...delivery]).map(({ warehouseId, vatPercent, lines, sumKopecks, vatKopecks }) => ({
    organisation: seller?.company ?? null,
    warehouseId,
    warehouse: warehouseId === null ? null : (names.get(warehouseId) ?? null),
    vatPercent,
    lines,
    sumKopecks,
    vatKopecks,
  }))
}

function expectedApproval(
  { sumKopecks }: NewOrder,
  limits: EmployeeLimits,
  { spentKopecks }: Counted,
  { approvers }: PreviewFacts,
): ExpectedApproval | null {
  const excess = limitExcess(limits, { sumKopecks, spentKopecks })
  if (excess === null) return null
  const { periodLimitKopecks } = limits
  return {
    ...excess,
    ...limits,
    leftKopecks: periodLimitKopecks === null ? null : Math.max(0, periodLimitKopecks - spentKopecks),
    approvers,
  }
}
