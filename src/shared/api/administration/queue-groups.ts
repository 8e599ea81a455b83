/** Groups of staff's lists; apart from the calls, so that an address of the web needs no schemas. */
export const staffActGroups = ['waiting', 'working', 'buyer', 'replied', 'confirmed', 'all'] as const
export type StaffActGroup = (typeof staffActGroups)[number]

export const staffClaimGroups = ['waiting', 'buyer', 'decided', 'all'] as const
export type StaffClaimGroup = (typeof staffClaimGroups)[number]

export const chatScopes = ['waiting', 'mine', 'nobody', 'all'] as const
export type ChatScope = (typeof chatScopes)[number]

export const feedNames = [
  'contragents',
  'contracts',
  'conditions',
  'price-breaks',
  'arrivals',
  'rates',
  'ledger',
  'payments',
  'documents',
  'binds',
  'claims',
] as const
export type FeedName = (typeof feedNames)[number]
