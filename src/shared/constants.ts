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
export const searchFromCharacters = 3
export const complaintSearchFromCharacters = 2
export const counterDebounceMs = 500
export const catalogViewCookie = { name: 'catalog-view', days: 360 } as const
export const orderPeriodDays = 30
/** Period of the purchased goods report. */
export const purchasedPeriodDays = 30
/** Domain of demo visitors' logins: no e-mail is sent to it. */
export const visitorDomain = 'visitors.invalid'

/** Ид of the demo mode's warehouse, which 1C does not know: no other contract may use it. */
export const visitorWarehouseCode = 'visitors'

/** Default period of the list of acts. */
export const actMonths = 12
/** Range of delivery dates, in days from today. */
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
/** How long an invitation link is valid. */
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
/** Maximum quantity of a good in a draft, in units; stock does not limit it. */
export const maxDraftQuantity = 1_000_000
/** Maximum interval of a template in days. */
export const maxScheduleDays = 365
/** Header of a call made without user action: it does not extend an idle session. */
export const backgroundHeader = 'x-background'
/** Header with the id of the account that a window shows: refused if its session now belongs to another one. */
export const callerHeader = 'x-account'
/** Header of a call by staff acting as a buyer, URI-encoded: who asked for it, and how. */
export const askedByHeader = 'x-asked-by'
/** In the head of every page: the element with the firm's look as JSON, and the style with its colours. */
export const firmMeta = 'firm'
export const firmStyle = 'firm-style'
