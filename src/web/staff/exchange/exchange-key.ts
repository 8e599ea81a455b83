/** Apart from the calls: every page refetches by it what others change. */
export const staffExchangeKey = ['staff', 'exchange']
