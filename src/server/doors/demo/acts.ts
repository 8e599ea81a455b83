import { asc, eq } from 'drizzle-orm'
import { rightsOf } from '#shared/rights.ts'
import { addDays, dayOf, monthsBack, startOfDay, type Day } from '#shared/rules/dates.ts'
import { answerMatch, confirmAct, disputeAct } from '#server/buying/acts/act-decisions.ts'
import { saveBook } from '#server/buying/acts/book.ts'
import { buildActs, lateError } from '#server/buying/acts/build.ts'
import { getAct, requestAct } from '#server/buying/acts/service.ts'
import { actLines, acts } from '#server/platform/db/schema/acts.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { DemoBuyers } from './buyers.ts'

const ledgerFileName = 'Карточка сч. 60.xlsx'

/** Acts of the first demo buyer: confirmed, waiting with and without an uploaded ledger, disputed and failed. */
export async function insertDemoActs(db: Db, { vector }: DemoBuyers, now: Date): Promise<void> {
  const [owner] = vector.people
  if (!owner) throw new Error('the demo buyer has no people')
  const actor: BuyerActor = {
    accountId: owner.id,
    login: '',
    name: owner.name,
    role: 'owner',
    pricePolitics: [],
    rights: rightsOf({ role: 'owner', grants: [] }),
    organisationId: vector.organisationId,
    demo: false,
  }
  const { main, deferred, stopped } = vector.contracts
  const month = lastMonth(dayOf(now))
  const quarter = quarterBefore(month.firstDay)
  const year = { firstDay: `${month.lastDay.slice(0, 4)}-01-01`, lastDay: month.lastDay }
  const request = async (contractId: number, period: { firstDay: Day; lastDay: Day }) => {
    const wake = () => undefined
    return (await requestAct({ db, wake }, actor, { contractId, contragentId: undefined, ...period, mail: false, now }))
      .id
  }

  const confirmed = await request(main, quarter)
  const failed = await request(stopped, quarter)
  const matched = await request(deferred, year)
  const waiting = await request(main, { firstDay: quarter.firstDay, lastDay: month.lastDay })
  const disputed = await request(main, { firstDay: monthsBack(month.firstDay, 1), lastDay: month.lastDay })
  await buildActs({ db })
  await confirmAct({ db }, actor, { actId: confirmed })
  await uploadBook(db, actor, matched)
  const comment = 'Эту поставку мы приняли не полностью: на складе не хватило двух коробок'
  await answerMatch({ db }, actor, { actId: disputed, match: 1, answer: 'dispute', comment })
  await disputeAct({ db }, actor, { actId: disputed })
  await db.delete(notifications).where(eq(notifications.kind, 'act'))

  const at = (day: Day, hour: number) => new Date(startOfDay(day).getTime() + hour * 3_600_000)
  const date = (actId: number, change: Partial<typeof acts.$inferInsert>) =>
    db.update(acts).set(change).where(eq(acts.id, actId))
  const requestedOn = addDays(quarter.lastDay, 3)
  await date(confirmed, {
    requestedAt: at(requestedOn, 10),
    readyAt: at(requestedOn, 10),
    answeredAt: at(addDays(requestedOn, 4), 15),
  })
  await date(failed, {
    requestedAt: at(requestedOn, 11),
    state: 'failed',
    error: lateError,
    readyAt: null,
    answerBy: null,
  })
  await date(matched, { requestedAt: at(addDays(month.lastDay, 1), 9) })
  const sent = addDays(month.lastDay, 1)
  await date(disputed, { requestedAt: at(sent, 8), readyAt: at(sent, 8), answeredAt: at(addDays(sent, 2), 12) })
  await date(waiting, { requestedAt: at(addDays(month.lastDay, 1), 10) })
}

function lastMonth(today: Day): { firstDay: Day; lastDay: Day } {
  const lastDay = addDays(`${today.slice(0, 7)}-01`, -1)
  return { firstDay: `${lastDay.slice(0, 7)}-01`, lastDay }
}

/** The three months before this month. */
function quarterBefore(firstOfMonth: Day): { firstDay: Day; lastDay: Day } {
  return { firstDay: monthsBack(firstOfMonth, 3), lastDay: addDays(firstOfMonth, -1) }
}

/**
 * Uploads the buyer's ledger of account 60 for an act. It mirrors ours except for a document dated two days later, a
 * sum with two digits swapped, a missing document, and a payment that the supplier does not have.
 */
async function uploadBook(db: Db, actor: BuyerActor, actId: number): Promise<void> {
  const act = await getAct(db, actor, { actId })
  const lines = await db.select().from(actLines).where(eq(actLines.actId, actId)).orderBy(asc(actLines.position))
  const sales = lines.filter(({ debitKopecks }) => debitKopecks > 0)
  const [late, wrong, missing] = sales.slice(-4)
  const book = lines
    .filter((line) => line !== missing)
    .map((line, index) => ({
      row: index + 8,
      day: line === late ? addDays(line.day, 2) : line.day,
      document:
        line.debitKopecks > 0
          ? `Поступление (акт, накладная, УПД) ${line.number}`
          : `Платёжное поручение ${line.number}`,
      debitKopecks: line.creditKopecks,
      creditKopecks: line === wrong ? swapDigits(line.debitKopecks) : line.debitKopecks,
    }))
  const extra = {
    row: book.length + 8,
    day: act.lastDay,
    document: 'Платёжное поручение 3071',
    debitKopecks: 6_000_000,
    creditKopecks: 0,
  }
  const file = { lines: [...book, extra], openingKopecks: -act.openingKopecks, closingKopecks: null }
  await saveBook({ db }, actor, { act, name: ledgerFileName, file })
}

/** Swaps two neighbouring digits of the roubles. */
function swapDigits(kopecks: number): number {
  const digits = String(kopecks).split('')
  const first = digits.slice(1, -3).findIndex((digit, index) => digit !== digits[index + 2]) + 1
  const [one = '', other = ''] = [digits[first], digits[first + 1]]
  return Number([...digits.slice(0, first), other, one, ...digits.slice(first + 2)].join(''))
}
