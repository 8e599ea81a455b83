/** Whether a considered price became the price of a good, or why not. */
export const priceOutcomes = [
  'chosen',
  'higher',
  'inactive',
  'notPriced',
  'noRate',
  'notYet',
  'over',
  'switchedOff',
  'notBelowList',
  'notReached',
] as const
export type PriceOutcome = (typeof priceOutcomes)[number]
