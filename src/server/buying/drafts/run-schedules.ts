import { maxDraftNameLength } from '#shared/constants.ts'
import { dayOf, formatDay, type Day } from '#shared/rules/dates.ts'
import { rightsOf } from '#shared/rights.ts'
import { formatKopecks } from '#shared/rules/money.ts'
import { noLongerSold } from '#shared/rules/step-text.ts'
import { shownSum } from '#server/catalogue/prices/shown-prices.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { findShownSum } from './read.ts'
import { reviewDraft, type Reader, type ReviewedLine } from './review.ts'
import { writeLines, type StoredLine } from './queries-lines.ts'
import { lockDue, setNextDay, type DueDraft } from './queries-schedule.ts'
import { insertDraft } from './queries.ts'
import { nextScheduledDay } from './schedule-days.ts'
import { hasMaxDrafts } from './service.ts'

/**
 * Processes due templates: reminders, or ready drafts. Notice, draft and next day are one transaction under the lock of
 * the draft's row, so each due day is handled once over all processes; days missed during a downtime are handled
 * together. A failing draft does not stop others and is retried by the next run. Returns their number.
 */
export async function runDueDrafts({ db }: { db: Db }, { now }: { now: Date }): Promise<number> {
  const today = dayOf(now)
  const failures = new Map<number, unknown>()
  let count = 0
  for (;;) {
    const started: { id?: number } = {}
    try {
      if (!(await runNextDue(db, { today, skippedIds: [...failures.keys()], started }))) break
      count += 1
    } catch (error) {
      if (started.id === undefined) throw error
      failures.set(started.id, error)
    }
  }
  if (failures.size > 0)
    throw new AggregateError(failures.values(), `templates that could not be run: ${[...failures.keys()].join(', ')}`)
  return count
}

async function runNextDue(
  db: Db,
  { today, skippedIds, started }: { today: Day; skippedIds: number[]; started: { id?: number } },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = await lockDue(tx, { today, skippedIds })
    if (!due) return false
    started.id = due.id
    await notifyOwner(
      tx,
      due,
      due.task === 'prepare' ? await createReadyDraft(tx, due, today) : await reminderNotice(tx, due),
    )
    await setNextDay(tx, { draftId: due.id, nextOn: nextScheduledDay(due, today) })
    return true
  })
}

type Notice = { title: string; text: string; link: string }

async function notifyOwner(tx: Db, { id, accountId, contractId, nextOn }: DueDraft, notice: Notice): Promise<void> {
  const eventKey = `draft:${id}:${nextOn}`
  await notify(tx, { accountIds: [accountId], kind: 'draft', eventKey, contractIds: [contractId], ...notice })
}

async function reminderNotice(tx: Db, due: DueDraft): Promise<Notice> {
  const { id, header, lines } = due
  const sumKopecks = await findShownSum(tx, toReader(due), due)
  return { title: `Пора заказать: ${header}`, text: formatFigures(lines, sumKopecks), link: `/drafts/${id}` }
}

/** A draft at today's prices in whole steps; unavailable lines are kept and marked on its page. */
async function createReadyDraft(tx: Db, due: DueDraft, today: Day): Promise<Notice> {
  await lockAccount(tx, due)
  const reminder = await reminderNotice(tx, due)
  if (due.lines === 0) return { ...reminder, text: 'В шаблоне нет товаров: готовый черновик не из чего сделать' }
  if (await hasMaxDrafts(tx, due.accountId))
    return {
      ...reminder,
      text: `${reminder.text}. Готовый черновик не сделан: у вас их слишком много, удалите ненужные`,
    }
  const { lines, shown } = await reviewDraft(tx, toReader(due), due)
  const header = copyName(due.header, today)
  const draftId = await insertDraft(tx, {
    accountId: due.accountId,
    contractId: due.contractId,
    header,
    clientKey: undefined,
  })
  const available = withCurrentPrices(lines)
  await writeLines(tx, { draftId, lines: available })
  return {
    title: `Черновик готов: ${header}`,
    text: [formatFigures(available.length, shownSum(shown, available)), ...formatChanges(lines)].join('. '),
    link: `/drafts/${draftId}`,
  }
}

/** 'Шаблон «Расходники» от 21.11.2026', truncated to the maximum length of a name. */
function copyName(header: string, today: Day): string {
  const template = { before: 'Шаблон «', behind: `» от ${formatDay(today)}` }
  const room = maxDraftNameLength - template.before.length - template.behind.length
  const name =
    header.length > room
      ? `${header
          .slice(0, room - 1)
          .toWellFormed()
          .trimEnd()}…`
      : header
  return template.before + name + template.behind
}

/** Lines at today's prices, replaced goods by their successors. Two lines of one good are merged. */
function withCurrentPrices(lines: ReviewedLine[]): StoredLine[] {
  const available = new Map<number, StoredLine>()
  for (const { row, compared, replacement } of lines) {
    const offer = compared.offer ?? (replacement?.candidate.same ? replacement.offer : undefined)
    const line = offer
      ? {
          ...row,
          productId: offer.productId,
          priceKopecks: offer.priceKopecks,
          stepMilli: offer.stepMilli,
          quantityMilli: offer.wholeMilli,
        }
      : row
    const before = available.get(line.productId)
    available.set(
      line.productId,
      before ? { ...before, quantityMilli: before.quantityMilli + line.quantityMilli } : line,
    )
  }
  return [...available.values()]
}

function formatFigures(lines: number, sumKopecks: number | null): string {
  return sumKopecks === null ? `Строк: ${lines}` : `Строк: ${lines}, сумма ${formatKopecks(sumKopecks)} ₽`
}

function formatChanges(lines: ReviewedLine[]): string[] {
  const count = (change: ReviewedLine['compared']['changes'][number]) =>
    lines.filter(({ compared }) => compared.changes.includes(change)).length
  const changes = [
    ['Изменилась цена', count('price')],
    ['Не хватает на складе', count('stock')],
    ['Изменилась кратность', count('step')],
    [noLongerSold, count('gone')],
  ] as const
  return changes.flatMap(([what, many]) => (many === 0 ? [] : [`${what}: ${many}`]))
}

/** The draft's owner: the notice shows sums as they see them. */
function toReader({ accountId, role, grants, pricePolitics }: DueDraft): Reader {
  return { accountId, pricePolitics, rights: rightsOf({ role, grants, pricePolitics }) }
}
