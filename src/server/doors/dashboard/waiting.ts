import type { WaitingItem, WaitingQueue } from '#shared/api/staff/dashboard/waiting.ts'
import { may, type Right } from '#shared/rights.ts'
import { addDays, startOfDay } from '#shared/rules/dates.ts'
import { readTalks } from '#server/aftersale/chat/staff.ts'
import { readQueue } from '#server/aftersale/claims/staff.ts'
import { readActQueue } from '#server/buying/acts/staff/service.ts'
import { readWaitingOrders } from '#server/buying/orders/read/staff.ts'
import { listRequestsOfCustomers } from '#server/catalogue/price-lists/requests/requests.ts'
import { listFindings, listRegistrations } from '#server/customers/registration/staff/read.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

type Deps = { db: Db }

export type Waiting = {
  kind: WaitingItem['kind']
  id: number
  title: string
  customer: string
  reason: string
  since: Date
  due: Date | null
  sumKopecks: number | null
  assignee: WaitingItem['assignee']
}

/** `first`: the most urgent of the queue by its own order. */
type Queue = { count: number; first: Waiting[] }
export type NamedQueue = Queue & { queue: WaitingQueue }
export type QueuedItem = Waiting & { queue: WaitingQueue }

/** Objects of each queue that are looked at, and shown of all queues together. */
const limit = 8
const minuteMs = 60_000

const queues: { queue: WaitingQueue; right: Right; read: (deps: Deps, actor: StaffActor) => Promise<Queue> }[] = [
  { queue: 'orders', right: 'staff.orders', read: readOrders },
  { queue: 'registrations', right: 'staff.registrations', read: readRegistrations },
  { queue: 'talks', right: 'staff.customers', read: readTalkQueue },
  { queue: 'claims', right: 'staff.claims', read: readClaims },
  { queue: 'acts', right: 'staff.customers', read: readActs },
  { queue: 'priceRequests', right: 'staff.customers', read: readPriceRequests },
]

/** Queues that the caller's rights open, and the most urgent objects of all. */
export async function readWaiting(
  deps: Deps,
  actor: StaffActor,
  now: Date,
): Promise<{ queues: NamedQueue[]; items: QueuedItem[] }> {
  const own = queues.filter(({ right }) => may(actor, right))
  const read = await Promise.all(own.map(async ({ queue, read }) => ({ queue, ...(await read(deps, actor)) })))
  const all = read.flatMap(({ queue, first }) => first.map((item) => ({ queue, ...item })))
  return { queues: read, items: byUrgency(all, now).slice(0, limit) }
}

/** Past their target time first, the earliest target on top; then the longest wait. */
export function byUrgency<Item extends Pick<Waiting, 'since' | 'due'>>(items: readonly Item[], now: Date): Item[] {
  const lateSince = ({ due }: Item) => (due !== null && due < now ? due.getTime() : Infinity)
  return items.toSorted((a, b) => {
    const [lateA, lateB] = [lateSince(a), lateSince(b)]
    return lateA === lateB ? a.since.getTime() - b.since.getTime() : lateA - lateB
  })
}

async function readOrders(deps: Deps, actor: StaffActor): Promise<Queue> {
  const { count, rows } = await readWaitingOrders(deps, actor, { limit })
  return {
    count,
    first: rows.map(({ id, number, organisation, attention, waitingSince, sumKopecks }) => ({
      kind: 'order',
      id,
      title: number,
      customer: organisation,
      reason: attention,
      since: new Date(waitingSince),
      due: null,
      sumKopecks,
      assignee: null,
    })),
  }
}

async function readRegistrations(deps: Deps, actor: StaffActor): Promise<Queue> {
  const filter = { scope: 'waiting', assignee: undefined, query: '', page: 1, perPage: limit } as const
  const { items, figures, normHours } = await listRegistrations(deps, actor, filter)
  return {
    count: figures.waiting,
    first: items.slice(0, figures.waiting).map((request) => ({
      kind: 'registration',
      id: request.id,
      title: request.company,
      customer: request.company,
      reason: listFindings(request).find(({ tone }) => tone !== 'ok')?.text ?? '',
      since: new Date(request.waitingSince),
      due: new Date(new Date(request.waitingSince).getTime() + normHours * 60 * minuteMs),
      sumKopecks: null,
      assignee: personOf(request.assigneeId, request.assignee),
    })),
  }
}

async function readTalkQueue(deps: Deps, actor: StaffActor): Promise<Queue> {
  const { items, counts, norm } = await readTalks(deps, actor, { scope: 'waiting', query: '' })
  const now = Date.now()
  return {
    count: counts.waiting,
    first: items.slice(0, limit).map(({ kind, id, name, organisation, text, waits, assignee }) => {
      const since = now - (waits ?? 0) * minuteMs
      return {
        kind,
        id,
        title: kind === 'call' || text === '' ? name : text,
        customer: organisation === '' ? name : organisation,
        reason: '',
        since: new Date(since),
        due: new Date(since + norm * minuteMs),
        sumKopecks: null,
        assignee,
      }
    }),
  }
}

async function readClaims(deps: Deps, actor: StaffActor): Promise<Queue> {
  const page = { group: 'waiting', mine: false, query: '', page: 1, perPage: limit } as const
  const { items, counts } = await readQueue(deps, actor, page)
  return {
    count: counts.waiting,
    first: items.map((claim) => ({
      kind: 'claim',
      id: claim.id,
      title: claim.number,
      customer: claim.organisation,
      reason: '',
      since: new Date(claim.filedAt),
      due: startOfDay(addDays(claim.decideBy, 1)),
      sumKopecks: claim.sumKopecks,
      assignee: personOf(claim.assigneeId, claim.assignee),
    })),
  }
}

async function readActs(deps: Deps, actor: StaffActor): Promise<Queue> {
  const page = { group: 'waiting', mine: false, query: '', page: 1, perPage: limit } as const
  const { acts, counts } = await readActQueue(deps, actor, page)
  return {
    count: counts.waiting,
    first: acts.map((act) => ({
      kind: 'act',
      id: act.id,
      title: act.number,
      customer: act.organisation,
      reason: '',
      since: new Date(act.answeredAt ?? act.requestedAt),
      due: null,
      sumKopecks: null,
      assignee: personOf(act.assigneeId, act.assignee),
    })),
  }
}

async function readPriceRequests(deps: Deps, actor: StaffActor): Promise<Queue> {
  const { items, pagination } = await listRequestsOfCustomers(deps, actor, { state: 'new', page: 1 })
  return {
    count: pagination.total,
    first: items.slice(0, limit).map(({ id, organisation, person, contractNumber, createdAt }) => ({
      kind: 'priceRequest',
      id,
      title: contractNumber,
      customer: organisation,
      reason: person,
      since: new Date(createdAt),
      due: null,
      sumKopecks: null,
      assignee: null,
    })),
  }
}

function personOf(id: number | null, name: string | null): WaitingItem['assignee'] {
  return id === null ? null : { id, name: name ?? '' }
}
