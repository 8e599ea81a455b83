import type { SheetSample } from '#server/platform/files/tables/sample.ts'
import { shownOf } from '#server/platform/files/tables/sample.ts'
import type { Headings } from './header-rows.ts'
import { headingKey, isPriceOrSumHeading } from './headings.ts'

/** Stock, price lists, sales, write-offs: quantities that are not ordered. */
const otherListWords = new RegExp(
  String.raw`(?:^| )(?:остат(?:ок|к[иа])|наличи|(?:товар\S* )?в наличии|прайс|price ?list|продажи|продажах|` +
    'продаж|реализаци|инвентаризац|оборот|ведомость|списан)',
)
/** Returns are no order, even if requested. */
const returnWords = /(?:^| )(?:возврат|брак)/
const orderTitleWords =
  /^(?:(?:внутренн|сводн|срочн|нов)\S* )?(?:до)?(?:заказ|заявк|потребност|бланк заказ|спецификаци|прошу|просим)/

/** Maximum rows between a title and the headings of its table. */
const maxRowsBelowTitle = 3
/** Minimum weight of headings that mean an order ('Заказ') rather than any quantity. */
const minOrderWeight = 6

/** Whether titles denote a list other than an order: stock, prices, sales, returns. */
export function areTitlesOfOtherList(titles: readonly string[]): boolean {
  const keys = titles.map(headingKey)
  if (keys.some((key) => returnWords.test(key))) return true
  return keys.some((key) => otherListWords.test(key)) && !keys.some((key) => orderTitleWords.test(key))
}

/** Whether a further table is under such a title. */
export function isUnderTitleOfOtherList({ titles }: Pick<SheetSample, 'titles'>, row: number): boolean {
  const above = titles.filter((title) => title.row < row && title.row >= row - maxRowsBelowTitle)
  return areTitlesOfOtherList(above.map(({ text }) => text))
}

type SheetTable = { sample: SheetSample; headings: Headings | undefined; quantities: readonly number[] }

/**
 * Whether quantities may belong to another kind of list: its titles or the sheet's name say so, and no heading means an
 * order; or there are wholesale and retail prices, and a quantity for every good.
 */
export function mayBeOtherList({ sample, headings, quantities }: SheetTable): boolean {
  const isOrder = (column: number) => {
    const meaning = headings?.meanings[column]
    return typeof meaning === 'object' && meaning.weight >= minOrderWeight
  }
  if (quantities.every(isOrder)) return false
  return (
    areTitlesOfOtherList([sample.name, ...titlesAbove(sample, headings)]) ||
    listsPrices({ sample, headings, quantities })
  )
}

function titlesAbove({ head, typed }: SheetSample, headings: Headings | undefined): string[] {
  const isGood = ({ cells }: SheetSample['head'][number]) => cells.length > 1
  const first = headings?.first ?? (typed ? (head.find(isGood)?.row ?? 0) : 0)
  return head.flatMap(({ row, cells }) =>
    row < first ? [[...new Set(cells.map(shownOf))].filter(Boolean).join(' ')] : [],
  )
}

function listsPrices({ sample, headings, quantities }: SheetTable): boolean {
  const texts = headings?.texts.filter(isPriceOrSumHeading).map(headingKey) ?? []
  if (!texts.some((text) => /опт/.test(text)) || !texts.some((text) => /розн|(^| )(?:ррц|мрц)( |$)/.test(text)))
    return false
  const rows = sample.body.filter(({ row, cells }) => row > (headings?.last ?? -1) && cells.length > 2)
  return rows.every(({ cells }) => quantities.some((column) => shownOf(cells[column]) !== ''))
}
