import type * as api from '#shared/api/claims.ts'
import { downloadClaimFile, type orderClaims } from '#shared/api/claims.ts'
import type { GoodClaims, StaffClaim, StaffClaimDetails } from '#shared/api/staff/claims.ts'
import { endpointAddress } from '#shared/api/address.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { may, type Person } from '#shared/rights.ts'
import { claimStates, claimTypes, isUndecided, typeNames, type ClaimTerms } from '#shared/rules/aftersale/claims.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { roubles, units } from '#shared/rules/money.ts'
import { shownMilli, stockLabel } from '#server/customers/organisations/stock-display.ts'
import { documentName } from '#shared/rules/documents/shipping-documents.ts'
import { shownLineSum, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import type { StoredClaim, StoredFile, StoredLine } from './queries.ts'
import type { GoodClaim } from './queries-goods.ts'
import type { ClaimableLine, OrderToClaim } from './queries-order.ts'
import type { Outlook } from './queries-outlook.ts'
import type { ReadClaim, readOrderClaims } from './service.ts'
import { everyClaimPrice, type ClaimPrices } from './claim-prices.ts'
import type { StaffReadClaim } from './staff.ts'

/** What the caller may see and do. */
export type ClaimView = {
  prices: ClaimPrices
  mayFile: boolean
  seesPapers: boolean
  /** Exact figures, however the contract shows stock. */
  seesStock: boolean
}

export const buyerView = (buyer: Person, prices: ClaimPrices): ClaimView => ({
  prices,
  mayFile: may(buyer, 'claim.file'),
  seesPapers: may(buyer, 'documents.view'),
  seesStock: false,
})
const staffView: ClaimView = { prices: everyClaimPrice, mayFile: false, seesPapers: true, seesStock: true }

const money = (kopecks: number | null) => (kopecks === null ? null : roubles(kopecks))

export function shapeClaim(claim: StoredClaim, view: ClaimView): api.ClaimSummary {
  const today = dayOf(new Date())
  return {
    id: claim.id,
    number: claim.number,
    order: { id: claim.orderId, number: claim.orderNumber },
    contract: {
      id: claim.contractId,
      number: claim.contractNumber,
      contragent: claim.contragent,
    },
    type: claim.type,
    type_name: typeNames(claim.types),
    wish: claim.remedy,
    state: claim.state,
    status: claimStates[claim.state].name,
    filed_at: claim.filedAt,
    filed_by: claim.filedBy,
    late: claim.late,
    decide_by: formatDay(claim.decideBy),
    overdue: isUndecided(claim.state) && claim.decideBy < today,
    unanswered: claim.answerBy !== null && claim.answerBy < today,
    unread: claim.unread,
    answer_by: claim.answerBy && formatDay(claim.answerBy),
    question: claim.question,
    decided_at: claim.decidedAt,
    decision: claim.decision,
    ended_at: claim.endedAt,
    document: claim.document,
    lines: claim.lines,
    qnt: units(claim.quantityMilli),
    unit: claim.unit,
    accepted: claim.acceptedMilli === null ? null : units(claim.acceptedMilli),
    sum: money(view.prices.sumOf(claim)),
    may: {
      reply: view.mayFile && claim.state !== 'withdrawn' && claim.state !== 'closed',
      withdraw: view.mayFile && isUndecided(claim.state),
    },
  }
}

export function shapeDetails(
  { claim, lines, messages, files, papers, outlook }: ReadClaim,
  view: ClaimView,
): api.ClaimDetails {
  const order = outlook?.order
  return {
    ...shapeClaim(claim, view),
    text: claim.text,
    products: lines.map((line) => ({
      ...shapeLine(line, view.prices.shownIn(claim.contractId)),
      stock: shapeStock(line, outlook, view),
    })),
    papers: view.seesPapers ? papers.map((paper) => ({ name: documentName(paper), date: formatDay(paper.day) })) : [],
    next_order: order
      ? { id: order.id, number: order.number, date: order.deliveryDate && formatDay(order.deliveryDate) }
      : null,
    messages,
    files: files.map(shapeFile),
    assignee: claim.assignee,
  }
}

export function shapeStaffClaim(claim: StoredClaim): StaffClaim {
  const { organisation, assigneeId, assignee } = claim
  return {
    ...shapeClaim(claim, staffView),
    organisation,
    assignee_id: assigneeId,
    assignee,
  }
}

export function shapeStaffDetails({ recent, colleagues, alsoClaimed, ...read }: StaffReadClaim): StaffClaimDetails {
  const { count, accepted, acceptedKopecks } = recent
  const details = shapeDetails(read, staffView)
  return {
    ...details,
    products: details.products.map((line) => ({ ...line, also_claimed: alsoClaimed.get(line.id) ?? 0 })),
    organisation: read.claim.organisation,
    assignee_id: read.claim.assigneeId,
    recent: { count, accepted, accepted_sum: roubles(acceptedKopecks) },
    colleagues,
  }
}

/** Stock for a replacement, as the caller may see it. */
function shapeStock(line: StoredLine, outlook: Outlook | undefined, { seesStock }: ClaimView): api.ClaimLine['stock'] {
  const found = outlook?.stock.find(({ position }) => position === line.position)
  if (!outlook || !found) return null
  const { warehouse, availableMilli } = found
  return {
    warehouse,
    qnt: units(seesStock ? availableMilli : shownMilli(availableMilli, outlook.display)),
    label: seesStock ? null : stockLabel(availableMilli, outlook.display),
    enough: availableMilli >= line.quantityMilli,
  }
}

function shapeLine(line: StoredLine, shown: ShownPrice): Omit<api.ClaimLine, 'stock'> {
  return {
    line: line.position,
    id: line.productId,
    header: line.name,
    articul: line.articul,
    unit: line.unit,
    type: line.type,
    type_name: claimTypes[line.type].name,
    wish: line.remedy,
    text: line.text,
    shipped: units(line.shippedMilli),
    other: line.orderPosition === null,
    qnt: units(line.quantityMilli),
    price: money(shown(line)),
    sum: money(shownLineSum(shown, line)),
    accepted: line.acceptedMilli === null ? null : units(line.acceptedMilli),
    settle: line.settleBy,
    reason: line.reason,
    ...shapePicture(line.picture),
  }
}

const shapePicture = (picture: { id: number; type: string } | null) => ({
  picture: picture?.id ?? 0,
  picturetype: picture?.type ?? '',
})

export const shapeFilingTerms = ({ countedDays, defectDays }: Pick<ClaimTerms, 'countedDays' | 'defectDays'>) => ({
  counted_days: countedDays,
  defect_days: defectDays,
})

export function shapeOrderToClaim({ id, number, createdOn, contractNumber, contragent, lines, good }: OrderToClaim) {
  return {
    id,
    number,
    date: formatDay(createdOn),
    contract: contractNumber,
    contragent,
    lines,
    good: good && { header: good.name, articul: good.articul },
  }
}

export function shapeGoodClaim(claim: GoodClaim): GoodClaims['items'][number] {
  return {
    id: claim.id,
    number: claim.number,
    contragent: claim.contragent,
    filed_at: claim.filedAt,
    type_name: claimTypes[claim.type].name,
    text: claim.text,
    state: claim.state,
    qnt: units(claim.quantityMilli),
    accepted: claim.acceptedMilli === null ? null : units(claim.acceptedMilli),
    unit: claim.unit,
  }
}

export function shapeFile({ id, name, type, sizeBytes }: StoredFile): api.ClaimFile {
  return {
    id,
    name,
    type,
    size: sizeBytes,
    url: endpointAddress(downloadClaimFile, { id }),
  }
}

export function shapeOrderClaims(
  { order, lines, claims, fileBy, shown }: Awaited<ReturnType<typeof readOrderClaims>>,
  { mayFile }: { mayFile: boolean },
): Omit<ReplyOf<typeof orderClaims>, 'status'> {
  return {
    order: { id: order.id, number: order.number },
    lines: lines.map((line) => shapeClaimable(line, shown)),
    claims: claims.map(({ id, number, state }) => ({
      id,
      number,
      state,
      status: claimStates[state].name,
    })),
    file_by: fileBy,
    may_file: mayFile && lines.some(({ shippedMilli, claimedMilli }) => shippedMilli > claimedMilli),
  }
}

function shapeClaimable(line: ClaimableLine, shown: ShownPrice): api.OrderClaims['lines'][number] {
  return {
    line: line.position,
    id: line.productId,
    header: line.name,
    articul: line.articul,
    unit: line.unit,
    price: money(shown(line)),
    ordered: units(line.orderedMilli),
    shipped: units(line.shippedMilli),
    claimed: units(line.claimedMilli),
    settled: units(line.settledMilli),
    left: units(Math.max(0, line.shippedMilli - line.claimedMilli)),
    ...shapePicture(line.picture),
  }
}
