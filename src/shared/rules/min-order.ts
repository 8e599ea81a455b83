import { formatKopecks } from './money.ts'

/** Amount missing to the contract's minimum sum, without delivery. Kopecks; 0 if the minimum is reached. */
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
  return (
    `Минимальная сумма заказа по договору ${formatKopecks(minKopecks)} ₽, без доставки: ` +
    `не хватает ${formatKopecks(missingKopecks)} ₽`
  )
}
