import { addDays, dayOf, daysBetween, formatDay, type Day } from '#shared/rules/dates.ts'
import { datedPaper } from '#shared/rules/ledger.ts'
import { listNames } from '#shared/rules/list-text.ts'
import { formatKopecks } from '#shared/rules/money.ts'
import { plural } from '#shared/rules/plural.ts'
import { calendarOf, listCalendar } from '#server/buying/delivery/shared-queries-calendar.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import {
  findDebtContacts,
  listDueDays,
  recordReminders,
  type DueDay,
  type RemindedDocument,
} from './queries-reminders.ts'
import { dueStep, remindedDueDays, type ReminderStep } from './reminder-days.ts'

/**
 * Reminds of debts three days before the due date, on it, and a day and a week after it; each document and step once.
 * Documents of a contract with the same due date are one notice, in its own transaction.
 */
export async function remindDebts({ db }: { db: Db }, { now }: { now: Date }): Promise<{ reminded: number }> {
  const today = dayOf(now)
  const range = remindedDueDays(today)
  const calendar = calendarOf(await listCalendar(db, { from: addDays(range.from, -30), to: addDays(range.to, 30) }))
  let reminded = 0
  for (const due of await listDueDays(db, range)) {
    const step = dueStep(due.dueOn, today, calendar)
    if (step === undefined) continue
    if (await db.transaction((tx) => remind(tx, { ...due, step, today }))) reminded += 1
  }
  return { reminded }
}

const maxNamed = 5

async function remind(tx: Db, due: DueDay & { step: ReminderStep; today: Day }): Promise<boolean> {
  const documents = await recordReminders(tx, due)
  const [first] = documents
  if (!first) return false
  const { number, accountIds } = await findDebtContacts(tx, due)
  await notify(tx, {
    accountIds,
    kind: 'debt',
    title: reminderTitle(daysBetween(due.today, due.dueOn)),
    text: reminderText(documents, { ...due, number }),
    link: `/finances?contract=${due.contractId}&view=unpaid`,
    contractIds: [due.contractId],
    eventKey: `debt:${first.id}:${due.dueOn}:${due.step}`,
  })
  return true
}

const dayForms = ['день', 'дня', 'дней'] as const

function reminderTitle(daysLeft: number): string {
  if (daysLeft === 0) return 'Сегодня срок оплаты'
  if (daysLeft === 1) return 'Завтра срок оплаты'
  const days = `${Math.abs(daysLeft)} ${plural(Math.abs(daysLeft), dayForms)}`
  return daysLeft > 0 ? `Срок оплаты через ${days}` : `Оплата просрочена на ${days}`
}

function reminderText(
  documents: RemindedDocument[],
  { number, dueOn, today }: { number: string; dueOn: Day; today: Day },
): string {
  const sum = `${formatKopecks(documents.reduce((total, { leftKopecks }) => total + leftKopecks, 0))} ₽`
  const debt =
    dueOn < today
      ? `По договору № ${number} не оплачено ${sum}, срок был ${formatDay(dueOn)}`
      : `По договору № ${number} до ${formatDay(dueOn)} нужно оплатить ${sum}`
  const names = listNames(documents.map(datedPaper), maxNamed)
  return `${debt}: ${names}.\nЕсли вы уже заплатили, ничего не делайте: платёж появится на портале после обмена с 1С.`
}
