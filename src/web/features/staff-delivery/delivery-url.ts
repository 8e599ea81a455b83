import { wholeOf } from '#web/search.ts'

export const deliveryTabs = ['zones', 'companies', 'methods'] as const
export type DeliveryTab = (typeof deliveryTabs)[number]

/** The address of the screen: which tab, and which zone is open in it. */
export type DeliverySearch = { tab?: Exclude<DeliveryTab, 'zones'>; zone?: number | 'new' }

export function normaliseDeliverySearch(raw: Record<string, unknown>): DeliverySearch {
  if (raw.tab === 'companies' || raw.tab === 'methods') return { tab: raw.tab }
  const zone = raw.zone === 'new' ? 'new' : wholeOf(raw.zone)
  return zone === undefined ? {} : { zone }
}
