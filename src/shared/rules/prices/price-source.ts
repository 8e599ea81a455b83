import { formatKopecks, formatMilli, kopecks, milli } from '../money.ts'

/** What made the price of an order line, other than its price type. */
export type PriceSource =
  | { kind: 'sale'; title: string }
  /** A discount of a contract or a price type; `of`: what it is about. */
  | { kind: 'discount'; percent: number; of: string }
  /** The contract's own price of the good. */
  | { kind: 'fixed' }
  /** A break; `from` in units. */
  | { kind: 'quantity'; from: number }
  /** A break; `from` in roubles of the basket. */
  | { kind: 'sum'; from: number }

const percentFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

/** '7,5 %' */
export const formatPercent = (percent: number): string => `${percentFormat.format(percent)}\u00A0%`

/** 'Скидка 7 % – Электроинструмент' */
export function priceSourceText(source: PriceSource): string {
  switch (source.kind) {
    case 'sale':
      return `Акция «${source.title}»`
    case 'discount':
      return `Скидка ${formatPercent(source.percent)} – ${source.of}`
    case 'fixed':
      return 'Цена по договору'
    case 'quantity':
      return `Цена от ${formatMilli(milli(source.from))}`
    case 'sum':
      return `Цена от суммы ${formatKopecks(kopecks(source.from))}\u00A0₽`
  }
}
