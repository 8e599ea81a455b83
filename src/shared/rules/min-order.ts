import { formatKopecks } from './money.ts'

/** How much goods lack to the contract's minimum, delivery apart. Kopecks; 0 where they lack nothing. */
export function missingToMinOrder(goodsKopecks: number, minKopecks: number | null): number {
  return Math.max(0, (minKopecks ?? 0) - goodsKopecks)
}

/** Message for goods below the contract's minimum sum. Kopecks. */
export function minOrderMessage({
  minKopecks,
  missingKopecks,
}: {
  minKopecks: number
  missingKopecks: number
}): string {
  return `Минимальная сумма заказа по договору ${formatKopecks(minKopecks)} ₽, без доставки: не хватает ${formatKopecks(missingKopecks)} ₽`
}
