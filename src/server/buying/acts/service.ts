import type { ActGroup } from '#shared/api/money/acts.ts'
import { isBuilt } from '#shared/rules/act-states.ts'
import { actMonths } from '#shared/constants.ts'
import { addDays, dayOf, monthsBack, startOfDay, type Day } from '#shared/rules/dates.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import { findParties, type Parties } from '#server/customers/organisations/shared-queries-parties.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { limitAndOffset, paginationOf, type Pagination } from '#server/platform/pagination.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import {
  countActs,
  countUnbuilt,
  deleteAct,
  findAct,
  insertAct,
  listActs,
  lockAct,
  retryRequest,
  type StoredAct,
} from './queries.ts'
import {
  countOutcomes,
  findFirstUnanswered,
  listDifferences,
  readMatches,
  sumEffects,
  type ActOutcomes,
  type ReadMatch,
} from './queries-matches.ts'

type Deps = { db: Db }
/** Triggers the background builder. */
export type WakeBuilder = () => void

const maxUnbuilt = 20

export type ActsInput = {
  contractId: number | undefined
  contragentId: number | undefined
  /** Range of request days; default: the last 12 months. */
  from: Day | undefined
  to: Day | undefined
  group: ActGroup
  page: number
  perPage: number
  now: Date
}

export type ActsPage = {
  acts: StoredAct[]
  counts: Record<ActGroup, number>
  from: Day
  to: Day
  pagination: Pagination
}

export async function readActs({ db }: Deps, { accountId }: BuyerActor, input: ActsInput): Promise<ActsPage> {
  const { contractId, contragentId, group, page, perPage, now } = input
  const to = input.to ?? dayOf(now)
  const from = input.from ?? monthsBack(to, actMonths)
  if (from >= to) throw new AppError('datePeriod')
  const filter = { accountId, contractId, contragentId, from: startOfDay(from), until: startOfDay(addDays(to, 1)) }
  const counts = await countActs(db, filter)
  const acts = await listActs(db, { ...filter, group, ...limitAndOffset({ page, perPage }) })
  return { acts, counts, from, to, pagination: paginationOf({ page, perPage }, counts[group]) }
}

export type RequestInput = {
  contractId: number | undefined
  contragentId: number | undefined
  firstDay: Day
  lastDay: Day
  mail: boolean
  now: Date
}

/** Requests an act. A request for a contract and period that is being built already returns that act. */
export async function requestAct(
  { db, wake }: Deps & { wake: WakeBuilder },
  actor: BuyerActor,
  { contractId, contragentId, firstDay, lastDay, mail, now }: RequestInput,
): Promise<StoredAct> {
  const { accountId, organisationId } = actor
  if (firstDay >= lastDay) throw new AppError('datePeriod')
  if (lastDay > dayOf(now)) throw new AppError('invalid', { fields: { enddate: 'Конец периода ещё не наступил' } })
  const contract = await getContractView({ db }, { accountId, contractId })
  const act = await db.transaction(async (tx) => {
    const { id, isNew } = await insertAct(tx, {
      organisationId,
      contractId: contract.contractId,
      firstDay,
      lastDay,
      requestedById: accountId,
      requestedBy: actor.name,
      mail,
    })
    if (isNew && (await countUnbuilt(tx, { organisationId })) > maxUnbuilt) throw new AppError('tooManyActs')
    const inserted = await getAct(tx, actor, { actId: id })
    if (contragentId !== undefined && inserted.contragentId !== contragentId) throw new AppError('notFound')
    return inserted
  })
  wake()
  return act
}

export async function getAct(db: Db, { accountId }: BuyerActor, { actId }: { actId: number }): Promise<StoredAct> {
  const act = await findAct(db, { accountId, actId })
  if (!act) throw new AppError('notFound')
  return act
}

/** Rows of a page of an act's lines. */
export const rowsPerPage = 100

/** Number of differences listed above the table; the others are counted. */
const maxSteps = 6

export type ActDetails = {
  act: StoredAct
  parties: Parties
  outcomes: ActOutcomes
  /** The first differences in the act's order. */
  steps: ReadMatch[]
  furtherSteps: number
  /** Total of all differences, ours minus theirs. */
  effectsKopecks: number
  /** The page is that of the view of differences. */
  firstUnanswered: { match: ReadMatch; page: number } | null
}

export async function readActDetails(
  { db }: Deps,
  actor: BuyerActor,
  { actId }: { actId: number },
): Promise<ActDetails> {
  return readDetailsOf(db, await getAct(db, actor, { actId }))
}

export async function readDetailsOf(db: Db, act: StoredAct): Promise<ActDetails> {
  const actId = act.id
  const parties = await findParties(db, act)
  if (!parties) throw new AppError('notFound')
  const differences = await listDifferences(db, { actId, limit: maxSteps })
  return {
    act,
    parties,
    outcomes: await countOutcomes(db, { actId }),
    steps: await readMatches(db, { actId, matches: differences }),
    furtherSteps: Math.max(0, act.differences - differences.length),
    effectsKopecks: await sumEffects(db, { actId }),
    firstUnanswered: await readFirstUnanswered(db, act),
  }
}

async function readFirstUnanswered(db: Db, { id, unanswered }: StoredAct): Promise<ActDetails['firstUnanswered']> {
  if (unanswered === 0) return null
  const first = await findFirstUnanswered(db, { actId: id })
  const [match] = first ? await readMatches(db, { actId: id, matches: [first.match] }) : []
  return first && match ? { match, page: 1 + Math.floor(first.preceding / rowsPerPage) } : null
}

/** A built act; throws before it is built. */
export async function getBuiltAct(db: Db, actor: BuyerActor, input: { actId: number }): Promise<StoredAct> {
  const act = await getAct(db, actor, input)
  if (!isBuilt(act.state)) throw new AppError('actNotReady')
  return act
}

/** Locks one of the caller's acts for a change. */
export async function lockOwnAct(tx: Db, { accountId }: BuyerActor, { actId }: { actId: number }): Promise<StoredAct> {
  const act = await lockAct(tx, { accountId, actId })
  if (!act) throw new AppError('notFound')
  return act
}

/** Retries a failed act. */
export async function retryAct(
  { db, wake }: Deps & { wake: WakeBuilder },
  actor: BuyerActor,
  { actId }: { actId: number },
): Promise<StoredAct> {
  const act = await db.transaction(async (tx) => {
    const { state } = await lockOwnAct(tx, actor, { actId })
    if (state !== 'failed') throw new AppError('actNotFailed')
    await retryRequest(tx, { actId })
    return getAct(tx, actor, { actId })
  })
  wake()
  return act
}

/** Deletes a request that is not being built, or a failed one. */
export async function cancelAct({ db }: Deps, actor: BuyerActor, { actId }: { actId: number }): Promise<void> {
  await db.transaction(async (tx) => {
    const { state } = await lockOwnAct(tx, actor, { actId })
    if (state !== 'requested' && state !== 'failed') throw new AppError('actBeingBuilt')
    await deleteAct(tx, { actId })
  })
}
