/** What the register of companies says of a firm's state; '' where it does not tell. */
export const registerStateText = {
  active: 'действует',
  liquidating: 'ликвидируется',
  liquidated: 'ликвидирована',
  bankrupt: 'банкрот',
  reorganizing: 'реорганизуется',
  unknown: '',
} as const
