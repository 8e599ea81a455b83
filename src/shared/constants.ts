/** Numbers of the specification (§9) and of product.md that both sides use. */
export const pageSizes = {
  catalogue: 20,
  orders: 10,
  drafts: 10,
  finances: 20,
  acts: 20,
  purchased: 20,
  documents: 50,
} as const
export const cataloguePageSizes = [20, 40, 60, 100] as const
export const paginationCells = { max: 11, min: 7 } as const
export const rootCategoryId = 2
/** Ids of the built-in delivery methods. */
export const ownTransportMethodId = 1
export const carrierMethodId = 2
export const pickupMethodId = 3
export const searchFromCharacters = 3
export const complaintSearchFromCharacters = 2
export const counterDebounceMs = 500
export const catalogViewCookie = { name: 'catalog-view', days: 360 } as const
export const orderPeriodDays = 30
/** Purchased goods are shown so far back. */
export const purchasedPeriodDays = 30
/** Of the logins of demo visitors: no letter leaves for it. */
export const visitorDomain = 'visitors.invalid'

/** Ид of the warehouse of the demo mode, which 1C does not know: no other contract may have it. */
export const visitorWarehouseCode = 'visitors'

/** Acts of reconciliation are listed so far back. */
export const actMonths = 12
/** Delivery dates reach this many days ahead. */
export const deliveryDaysAhead = 7
/** After this hour (Moscow) tomorrow is no longer a delivery day. */
export const orderCutOffHour = 15
export const businessTimeZone = 'Europe/Moscow'
/**
 * Widths in pixels accepted by `/dbpics/{id}.{type}?w=`: for lists, cards and the large view, also at double density.
 */
export const pictureWidths = [64, 128, 256, 512, 800, 1200] as const
/** Characters of a password. */
export const passwordLength = { min: 10, max: 200 } as const
/** How long the link of an invitation works. */
export const invitationDays = 7
/** Limits per account. */
export const maxCompared = 6
export const maxSavedFilters = 50
export const maxFavourites = 10_000
export const maxNeeds = 10_000
export const maxFavouriteLists = 50
export const maxWatches = 1000
export const maxDrafts = 200
export const maxDraftNameLength = 100
/** Units of a good in a draft; stock does not cap it. */
export const maxDraftQuantity = 1_000_000
/** Maximum interval of a template in days. */
export const maxScheduleDays = 365
/** Header of a call that the client makes without user action: it does not extend an idle session. */
export const backgroundHeader = 'x-background'
