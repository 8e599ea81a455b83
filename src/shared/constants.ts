/** Numbers of the specification (§9) and of product.md that both sides need. */
export const pageSizes = { catalogue: 20, orders: 10, drafts: 10 } as const
export const cataloguePageSizes = [20, 40, 60, 100] as const
export const paginationCells = { max: 11, min: 7 } as const
export const rootCategoryId = 2
/** Ids of the delivery methods that the portal comes with. */
export const ownTransportMethodId = 1
export const carrierMethodId = 2
export const pickupMethodId = 3
export const searchFromCharacters = 3
export const complaintSearchFromCharacters = 2
export const counterDebounceMs = 500
export const catalogViewCookie = { name: 'catalog-view', days: 360 } as const
export const orderPeriodDays = 30
/** Delivery dates reach this many days ahead. */
export const deliveryDaysAhead = 7
/** From this hour (Moscow) on, tomorrow can no longer be delivered to. */
export const orderCutOffHour = 15
export const businessTimeZone = 'Europe/Moscow'
/**
 * What `/dbpics/{id}.{type}?w=` may be asked for: widths in pixels that lists, cards and the large view need, also at
 * twice the density.
 */
export const pictureWidths = [64, 128, 256, 512, 800, 1200] as const
/** How much an account may keep. */
export const maxCompared = 6
export const maxSavedFilters = 50
export const maxFavourites = 10_000
export const maxNeeds = 10_000
export const maxFavouriteLists = 50
export const maxWatches = 1000
export const maxDrafts = 200
export const maxDraftNameLength = 100
/** Units of a good in a draft, which stock does not cap. */
export const maxDraftQuantity = 1_000_000
/** A template comes back every 1 to so many days. */
export const maxScheduleDays = 365
/**
 * A call that a client makes by itself, without anybody having done anything: it does not keep a session from ending as
 * idle.
 */
export const backgroundHeader = 'x-background'
