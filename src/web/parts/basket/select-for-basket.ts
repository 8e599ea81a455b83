import type { TouchedLine } from '#shared/api/basket.ts'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { kopecks, lineSumKopecks, milli, roubles, units } from '#shared/rules/money.ts'
import { quantityWithUnit } from '#web/ui/format.ts'
import { unavailableText } from '#web/parts/goods/goods-rows.ts'
import { quantityIn, quantityOfCard, type Basket } from './basket-state.ts'

/** Goods that were added to the basket: quantity and sum. */
export type AddedGoods = Pick<ProductRow, 'id' | 'header' | 'articul' | 'picture' | 'picturetype' | 'unit'> & {
  quantity: number
  sum: number | null
  note: string
}

/** Goods requested but not added, with the reason. */
export type SkippedGoods = Pick<ProductRow, 'id' | 'header' | 'articul'> & { reason: string }

/**
 * Several goods, each with its initial quantity [V.4]: the input of `processProductSet`, and goods that cannot be
 * added. Goods already in the basket keep their quantity.
 */
export function selectForBasket(
  rows: readonly ProductRow[],
  basket: Basket,
): { products: Record<string, number>; left: SkippedGoods[] } {
  const products: Record<string, number> = {}
  const left: SkippedGoods[] = []
  for (const row of rows) {
    const reason = reasonNotAdded(row, basket)
    if (reason === undefined) products[row.id] = row.quantity
    else left.push({ id: row.id, header: row.header, articul: row.articul, reason })
  }
  return { products, left }
}

function reasonNotAdded(row: ProductRow, basket: Basket): string | undefined {
  const inBasketMilli = quantityIn(basket, row.id) + quantityOfCard(basket, row.id)
  if (row.variants_count > 0) return 'Выберите вариант'
  if (inBasketMilli > 0) return `Уже в корзине: ${quantityWithUnit(units(inBasketMilli), row.unit)}`
  return row.quantity === 0 ? unavailableText(row) : undefined
}

/** What a call added: the difference to the previous basket. */
export function addedBy(
  rows: readonly ProductRow[],
  lines: readonly TouchedLine[],
  basketBefore: Basket,
): AddedGoods[] {
  return rows.flatMap((row) => {
    const own = lines.filter(({ id }) => id === row.id)
    const added = own.reduce((sum, { wms, qnt }) => sum + milli(qnt) - quantityIn(basketBefore, row.id, wms), 0)
    if (own.length === 0) return []
    const price = own[0]?.price ?? null
    const { id, header, articul, picture, picturetype, unit } = row
    return [
      {
        id,
        header,
        articul,
        picture,
        picturetype,
        unit,
        quantity: units(added),
        sum: price === null ? null : roubles(lineSumKopecks(kopecks(price), added)),
        note: own
          .map(({ note }) => note)
          .filter(Boolean)
          .join('. '),
      },
    ]
  })
}
