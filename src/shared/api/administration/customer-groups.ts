/** What the list of customers is filtered by; apart from its calls, so that an address of the web needs no schemas. */
export const customerGroups = ['all', 'mine', 'overdue', 'stopped', 'silent'] as const
export type CustomerGroup = (typeof customerGroups)[number]

export const noteLength = 2000
export const stopReasonLength = 500
