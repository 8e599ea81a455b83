/** Status of a company in the register; '' if it has none. */
export const registerStateText = {
  active: 'действует',
  liquidating: 'ликвидируется',
  liquidated: 'ликвидирована',
  bankrupt: 'банкрот',
  reorganizing: 'реорганизуется',
  unknown: '',
} as const
