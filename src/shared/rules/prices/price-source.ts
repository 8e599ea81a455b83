/** What made the price of an order line, other than its price type. */
export type PriceSource =
  | { kind: 'sale'; title: string }
  /** A break; `from` in units. */
  | { kind: 'quantity'; from: number }
  /** A break; `from` in roubles of the basket. */
  | { kind: 'sum'; from: number }
