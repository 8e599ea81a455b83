import type { SheetSample } from '#server/platform/files/tables/sample.ts'
import { shownOf } from '#server/platform/files/tables/sample.ts'
import type { Headings } from './header-rows.ts'
import { headingKey, namesPrice } from './headings.ts'

/** Stock, price lists, sales, write-offs: numbers of goods that nobody orders. */
const ofOtherLists =
  /(?:^| )(?:остат(?:ок|к[иа])|наличи|(?:товар\S* )?в наличии|прайс|price ?list|продажи|продажах|продаж|реализаци|инвентаризац|оборот|ведомость|списан)/
/** What comes back is no order, even where it is asked for. */
const ofReturns = /(?:^| )(?:возврат|брак)/
const ofOrders =
  /^(?:(?:внутренн|сводн|срочн|нов)\S* )?(?:до)?(?:заказ|заявк|потребност|бланк заказ|спецификаци|прошу|просим)/

/** How far above its headings a table's title stands. */
const maxRowsBetween = 3
/** A weight of headings that speak of an order, 'Заказ', not of any quantity. */
const weightOfOrders = 6

/** Whether titles say that a list is of something else than an order: stock, prices, sales, returns. */
export function nameOtherList(titles: readonly string[]): boolean {
  const keys = titles.map(headingKey)
  if (keys.some((key) => ofReturns.test(key))) return true
  return keys.some((key) => ofOtherLists.test(key)) && !keys.some((key) => ofOrders.test(key))
}

/** Whether a table below the first one stands under such a title. */
export function isUnderOtherTitle({ titles }: Pick<SheetSample, 'titles'>, row: number): boolean {
  const above = titles.filter((title) => title.row < row && title.row >= row - maxRowsBetween)
  return nameOtherList(above.map(({ text }) => text))
}

type Place = { sample: SheetSample; headings: Headings | undefined; quantities: readonly number[] }

/**
 * Whether quantities may be another list's than an order's: its titles, or the name of the sheet, say so, and no
 * heading says that they are ordered; or wholesale and retail prices stand beside a quantity for every good.
 */
export function mayBeOtherList({ sample, headings, quantities }: Place): boolean {
  const isOrder = (column: number) => {
    const sense = headings?.senses[column]
    return typeof sense === 'object' && sense.weight >= weightOfOrders
  }
  if (quantities.every(isOrder)) return false
  return nameOtherList([sample.name, ...titlesAbove(sample, headings)]) || listsPrices({ sample, headings, quantities })
}

function titlesAbove({ head, typed }: SheetSample, headings: Headings | undefined): string[] {
  const isGood = ({ cells }: SheetSample['head'][number]) => cells.length > 1
  const first = headings?.first ?? (typed ? (head.find(isGood)?.row ?? 0) : 0)
  return head.flatMap(({ row, cells }) =>
    row < first ? [[...new Set(cells.map(shownOf))].filter(Boolean).join(' ')] : [],
  )
}

function listsPrices({ sample, headings, quantities }: Place): boolean {
  const texts = headings?.texts.filter(namesPrice).map(headingKey) ?? []
  if (!texts.some((text) => /опт/.test(text)) || !texts.some((text) => /розн|(^| )(?:ррц|мрц)( |$)/.test(text)))
    return false
  const rows = sample.body.filter(({ row, cells }) => row > (headings?.last ?? -1) && cells.length > 2)
  return rows.every(({ cells }) => quantities.some((column) => shownOf(cells[column]) !== ''))
}
