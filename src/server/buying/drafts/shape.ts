import type { DraftDetails, DraftLine, DraftSummary } from '#shared/api/drafts.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { roubles, units } from '#shared/rules/money.ts'
import { shownLineSum, shownSum, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { shownMilli, stockLabel, type StockDisplay } from '#server/customers/organisations/stock-display.ts'
import type { CurrentOffer } from './compare.ts'
import type { DraftRow } from './queries.ts'
import type { ReviewedDraft } from './read.ts'
import type { ReviewedLine } from './review.ts'

type View = { shown: ShownPrice; display: StockDisplay }

export function shapeSummary(row: DraftRow, sumKopecks: number | null): DraftSummary {
  return {
    id: row.id,
    header: row.header,
    contract: { id: row.contractId, number: row.contractNumber, contragent: row.contragent },
    lines: row.lines,
    sum: money(sumKopecks),
    created_at: row.createdAt,
    changed_at: row.changedAt,
    schedule:
      row.everyDays === null || row.task === null || row.nextOn === null
        ? null
        : { days: row.everyDays, task: row.task, next: formatDay(row.nextOn) },
  }
}

export function shapeDraft({ draft, basket, lines, shown }: ReviewedDraft): DraftDetails {
  const view = { shown, display: basket.stockDisplay }
  const sumKopecks = shownSum(
    shown,
    lines.map(({ row }) => row),
  )
  return { ...shapeSummary(draft, sumKopecks), products: lines.map((line) => shapeLine(line, view)) }
}

function shapeLine({ row, compared: { changes, offer }, replacement }: ReviewedLine, view: View): DraftLine {
  return {
    id: row.productId,
    parent: row.parentId,
    header: row.header,
    articul: row.articul,
    unit: row.unit,
    decimals: row.decimals,
    picture: row.picture?.id ?? 0,
    picturetype: row.picture?.type ?? '',
    qnt: units(row.quantityMilli),
    price: money(view.shown(row)),
    step: units(row.stepMilli),
    sum: money(shownLineSum(view.shown, row)),
    comment: row.note,
    now: offer ? shapeOffer(offer, view) : null,
    changes,
    replacement: replacement ? { ...shapeGood(replacement.candidate), ...shapeOffer(replacement.offer, view) } : null,
  }
}

function shapeGood({
  productId,
  parentId,
  header,
  articul,
  unit,
  same,
}: NonNullable<ReviewedLine['replacement']>['candidate']) {
  return { id: productId, parent: parentId, header, articul, unit, same }
}

function shapeOffer(
  { productId, priceKopecks, stepMilli, availableMilli, quantityMilli }: CurrentOffer,
  { shown, display }: View,
) {
  return {
    price: money(shown({ productId, priceKopecks })),
    step: units(stepMilli),
    qnt: units(quantityMilli),
    available: units(shownMilli(availableMilli, display)),
    stock_label: stockLabel(availableMilli, display),
  }
}

function money(kopecks: number | null): number | null {
  return kopecks === null ? null : roubles(kopecks)
}
