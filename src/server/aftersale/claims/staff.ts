import type { StaffClaimGroup } from '#shared/api/administration/queue-groups.ts'
import type { Db } from '#server/platform/db/client.ts'
import { limitAndOffset, paginationOf } from '#server/platform/pagination.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { ofStaff } from './claim-scope.ts'
import { countStaffClaims, findRecentClaims, listStaffClaims } from './queries.ts'
import { countClaimsOfGoods, listClaimsOfGood } from './queries-goods.ts'
import { listColleagues } from './queries-write.ts'
import { readClaimIn } from './service.ts'

type Deps = { db: Db }
type QueuePage = {
  group: StaffClaimGroup
  mine: boolean
  query: string
  page: number
  perPage: number
}

/** The caller's queue. */
export async function readQueue({ db }: Deps, actor: StaffActor, { group, mine, query, ...paging }: QueuePage) {
  const filter = {
    scope: ofStaff(actor),
    query,
    assigneeId: mine ? actor.accountId : undefined,
  }
  const counts = await countStaffClaims(db, filter)
  const items = await listStaffClaims(db, {
    ...filter,
    group,
    ...limitAndOffset(paging),
  })
  return { items, counts, pagination: paginationOf(paging, counts[group]) }
}

export type StaffReadClaim = Awaited<ReturnType<typeof readForStaff>>

export async function readForStaff(deps: Deps, actor: StaffActor, { claimId }: { claimId: number }) {
  const read = await readClaimIn(deps, {
    scope: ofStaff(actor),
    claimId,
    notes: true,
  })
  const [recent, colleagues, alsoClaimed] = await Promise.all([
    findRecentClaims(deps.db, read.claim),
    listColleagues(deps.db),
    countClaimsOfGoods(deps.db, { scope: ofStaff(actor), claimId }),
  ])
  return { ...read, recent, colleagues, alsoClaimed }
}

const maxClaimsOfGood = 50

/** Claims of a good by the caller's customers. */
export function readClaimsOfGood({ db }: Deps, actor: StaffActor, { productId }: { productId: number }) {
  return listClaimsOfGood(db, { scope: ofStaff(actor), productId, limit: maxClaimsOfGood })
}
