/** Apart from the calls: addresses of pages use it. What 1C sends, by kind of record. */
export const streamKinds = [
  'stocks',
  'prices',
  'goods',
  'orders',
  'contracts',
  'ledger',
  'payments',
  'arrivals',
] as const
export type StreamKind = (typeof streamKinds)[number]

/** All runs, those with rejected records, those that broke off or wait for a decision. */
export const runGroups = ['all', 'problems', 'failed'] as const
export type RunGroup = (typeof runGroups)[number]
