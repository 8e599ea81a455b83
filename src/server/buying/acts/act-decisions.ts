import { withAskedBy } from '#shared/rules/parties/acting.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { matchOutcomes } from '#shared/rules/act-outcomes.ts'
import { paperTitle } from '#shared/rules/ledger.ts'
import { listPhrases } from '#shared/rules/list-text.ts'
import { formatKopecks } from '#shared/rules/money.ts'
import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { announceAct, setActAnswered, type StoredAct } from './queries.ts'
import { listDisputed, readMatches, saveAnswer, type ReadMatch } from './queries-matches.ts'
import { getAct, lockOwnAct } from './service.ts'

type Deps = { db: Db }

/** Agrees with a match or disputes it; null withdraws the answer. Staff see none of it before it is sent. */
export async function answerMatch(
  { db }: Deps,
  actor: BuyerActor,
  {
    actId,
    match,
    answer,
    comment,
  }: { actId: number; match: number; answer: 'agree' | 'dispute' | null; comment: string },
): Promise<StoredAct> {
  return db.transaction(async (tx) => {
    assertReady(await lockOwnAct(tx, actor, { actId }))
    if (!(await saveAnswer(tx, { actId, match, answer, comment }))) throw new AppError('notFound')
    await announceAct(tx, { actId })
    return getAct(tx, actor, { actId })
  })
}

/** Confirms an act without disputed or unanswered matches. Repeated by the same person, it changes nothing. */
export async function confirmAct({ db }: Deps, actor: BuyerActor, { actId }: { actId: number }): Promise<StoredAct> {
  return db.transaction(async (tx) => {
    const act = await lockOwnAct(tx, actor, { actId })
    if (isAnswered(act, 'confirmed', actor)) return act
    assertReady(act)
    if (act.disputed > 0) throw new AppError('actDisputed')
    if (act.unanswered > 0) throw new AppError('actUnanswered')
    await setActAnswered(tx, { actId, state: 'confirmed', by: actor })
    await recordAnswer(tx, actor, { act, state: 'confirmed' })
    return getAct(tx, actor, { actId })
  })
}

const maxListed = 10

/** Sends the disputed matches to the buyer's managers. Repeated by the same person, it changes nothing. */
export async function disputeAct({ db }: Deps, actor: BuyerActor, { actId }: { actId: number }): Promise<StoredAct> {
  return db.transaction(async (tx) => {
    const act = await lockOwnAct(tx, actor, { actId })
    if (isAnswered(act, 'disputed', actor)) return act
    assertReady(act)
    if (act.disputed === 0) throw new AppError('nothingDisputed')
    if (act.unanswered > 0) throw new AppError('actUnanswered')
    await setActAnswered(tx, { actId, state: 'disputed', by: actor })
    await recordAnswer(tx, actor, { act, state: 'disputed' })
    const disputed = await readMatches(tx, { actId, matches: await listDisputed(tx, { actId, limit: maxListed }) })
    const period = `${formatDay(act.firstDay)} – ${formatDay(act.lastDay)}`
    await notify(tx, {
      accountIds: await listStaffOfCustomer(tx, { organisationId: actor.organisationId }),
      kind: 'act',
      title: `Разногласия по акту ${act.number}`,
      text:
        `${act.contragent}, договор № ${act.contractNumber}, ${period}. Спорных строк: ${act.disputed}. ` +
        listPhrases(disputed.map(describeMatch), maxListed),
      link: `/admin/acts/${actId}`,
      eventKey: `act-disputed:${actId}`,
    })
    return getAct(tx, actor, { actId })
  })
}

/** Audits the answer; what staff answer for the buyer is news to them, with who asked for it. */
async function recordAnswer(
  tx: Db,
  actor: BuyerActor,
  { act, state }: { act: StoredAct; state: 'confirmed' | 'disputed' },
): Promise<void> {
  await recordAudit(tx, byAccount(actor), {
    action: `act.${state}`,
    object: { type: 'act', id: act.id, organisationId: actor.organisationId },
    before: { state: act.state },
    after: { state },
  })
  if (!actor.actedBy) return
  const answer = state === 'confirmed' ? 'подтверждён' : 'оспорен'
  await notify(tx, {
    accountIds: [actor.accountId],
    kind: 'act',
    title: `Акт сверки ${act.number} ${answer}`,
    text: withAskedBy(actor.name, actor),
    link: `/acts/${act.id}`,
    contractIds: [act.contractId],
    eventKey: `act-answered:${act.id}`,
  })
}

function describeMatch({ ours, theirs, outcome, effectKopecks, comment }: ReadMatch): string {
  const [our, their] = [ours[0], theirs[0]]
  const title = our ? paperTitle(our) : (their?.document ?? '')
  const reason =
    outcome === 'same' ? '' : `${matchOutcomes[outcome].label}, ${formatKopecks(Math.abs(effectKopecks))} ₽`
  return [title, reason, comment && `«${comment}»`].filter(Boolean).join(' – ')
}

/** The same person has already given this answer. */
function isAnswered(act: StoredAct, state: 'confirmed' | 'disputed', { accountId }: BuyerActor): boolean {
  return act.state === state && act.answeredById === accountId
}

function assertReady({ state }: StoredAct): void {
  if (state === 'confirmed' || state === 'disputed') throw new AppError('actAnswered')
  if (state !== 'ready') throw new AppError('actNotReady')
}
