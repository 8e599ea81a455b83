import { formatKopecks, formatMilli, kopecks, milli } from '../money.ts'

/** What made the price of an order line, other than its price type. */
export type PriceSource =
  | { kind: 'sale'; title: string }
  /** A discount of a contract or a price type; `of`: what it is about. */
  | { kind: 'discount'; percent: number; of: string }
  /** A fixed price of the good: the contract's own, or of all contracts of its price type. */
  | { kind: 'fixed'; ofType?: boolean }
  /** A break; `from` in units. */
  | { kind: 'quantity'; from: number }
  /** A break; `from` in roubles of the basket. */
  | { kind: 'sum'; from: number }

const percentFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

/** '7,5 %' */
export const formatPercent = (percent: number): string => `${percentFormat.format(percent)}\u00A0%`

/** No contract names the price of a type. */
export const fixedPriceText = ({ ofType = false }: { ofType?: boolean }): string =>
  ofType ? 'Особая цена' : 'Цена по договору'

/** 'Скидка 7 % – Электроинструмент' */
export function priceSourceText(source: PriceSource): string {
  switch (source.kind) {
    case 'sale':
      return `Акция «${source.title}»`
    case 'discount':
      return `Скидка ${formatPercent(source.percent)} – ${source.of}`
    case 'fixed':
      return fixedPriceText(source)
    case 'quantity':
      return `Цена от ${formatMilli(milli(source.from))}`
    case 'sum':
      return `Цена от суммы ${formatKopecks(kopecks(source.from))}\u00A0₽`
  }
}
