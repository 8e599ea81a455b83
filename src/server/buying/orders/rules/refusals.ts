import type { Refusal } from '#shared/api/order-preview.ts'
import { errors, suspensionTitle } from '#shared/errors.ts'
import { dayOf, daysBetween, formatDay } from '#shared/rules/dates.ts'
import { listNames } from '#shared/rules/list-text.ts'
import { minOrderMessage } from '#shared/rules/min-order.ts'
import { minToPay } from '#shared/rules/min-payment.ts'
import { formatKopecks, roubles } from '#shared/rules/money.ts'
import { isBilled } from '#shared/rules/order-states.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { Obstacle } from './obstacles.ts'
import { listUnpaid, type UnpaidOrder } from './queries-preview.ts'

/** With a non-breaking space before the sign. */
const money = (kopecks: number) => `${formatKopecks(kopecks)}\u00a0₽`

type Facts = { contractId: number; now: Date }

/** Throws with the same details as the preview. */
export async function throwRefusal(
  tx: Db,
  actor: BuyerActor,
  obstacle: Obstacle | undefined,
  facts: Facts,
): Promise<void> {
  if (obstacle === undefined) return
  const { code, ...details } = await describeRefusal(tx, actor, obstacle, facts)
  throw new AppError(code, details)
}

/** The refusal as shown to the buyer, with the documents to pay to lift it. */
export async function describeRefusal(
  db: Db,
  actor: BuyerActor,
  obstacle: Obstacle,
  { contractId, now }: Facts,
): Promise<Refusal> {
  switch (obstacle.code) {
    case 'contractInactive':
      return {
        ...emptyRefusal,
        code: obstacle.code,
        title: 'Договор не действует',
        message: errors.contractInactive.message,
      }
    case 'ordersSuspended': {
      const overdue = (await listUnpaid(db, actor, { contractId })).filter((order) => overdueDays(order, now) > 0)
      const to_pay = overdue.length === 0 ? null : paymentFor(overdue, total(overdue), now)
      return {
        ...emptyRefusal,
        code: obstacle.code,
        title: suspensionTitle,
        message: obstacle.alert || suspensionMessage(overdue, now),
        to_pay,
      }
    }
    case 'belowLeastSum': {
      const { minKopecks, missingKopecks } = obstacle
      return {
        ...emptyRefusal,
        code: obstacle.code,
        title: 'Меньше минимальной суммы',
        message: minOrderMessage({ minKopecks, missingKopecks }),
        missing: roubles(missingKopecks),
        least: roubles(minKopecks),
      }
    }
    case 'creditLimit': {
      const { limitKopecks, debtKopecks, unshippedKopecks, advanceKopecks, freeKopecks, exceedsKopecks } =
        obstacle.credit
      const available = Math.max(0, freeKopecks)
      return {
        ...emptyRefusal,
        code: obstacle.code,
        title: 'Превышен кредитный лимит',
        message: `Заказ превышает кредитный лимит по договору на ${money(exceedsKopecks)}: доступно ${money(available)}`,
        exceeds: roubles(exceedsKopecks),
        available: roubles(available),
        credit: may(actor, 'finances.view')
          ? {
              limit: roubles(limitKopecks),
              debt: roubles(debtKopecks),
              unshipped: roubles(unshippedKopecks),
              advance: roubles(advanceKopecks),
            }
          : null,
        to_pay: paymentFor(await listUnpaid(db, actor, { contractId }), exceedsKopecks, now),
      }
    }
  }
}

const maxNamed = 3

/** Message of a stopped contract without a text of its own (product.md §7). */
function suspensionMessage(overdue: readonly UnpaidOrder[], now: Date): string {
  const [oldest] = overdue
  if (oldest === undefined) return errors.ordersSuspended.message
  const documents = listNames(
    overdue.map(({ number, day }) => `${number} от ${formatDay(day)}`),
    maxNamed,
  )
  return `По договору № ${oldest.contractNumber} просрочено ${money(total(overdue))} (${overdueDays(oldest, now)} дн.). Отгрузка возобновится после оплаты: ${documents}`
}

const emptyRefusal = { missing: null, least: null, exceeds: null, available: null, credit: null, to_pay: null }

function paymentFor(unpaid: readonly UnpaidOrder[], neededKopecks: number, now: Date): Refusal['to_pay'] {
  const { documents, restKopecks } = minToPay(unpaid, neededKopecks)
  return {
    sum: roubles(neededKopecks),
    rest: roubles(restKopecks),
    documents: documents.map((order) => shapeDebt(order, now)),
  }
}

function shapeDebt(order: UnpaidOrder, now: Date) {
  const { id, number, day, payUntil, leftKopecks, state } = order
  return {
    id,
    number,
    date: formatDay(day),
    due: payUntil && formatDay(payUntil),
    overdue_days: overdueDays(order, now),
    left: roubles(leftKopecks),
    invoice: isBilled(state),
  }
}

function overdueDays({ payUntil }: UnpaidOrder, now: Date): number {
  return payUntil === null ? 0 : Math.max(0, daysBetween(payUntil, dayOf(now)))
}

function total(orders: readonly UnpaidOrder[]): number {
  return orders.reduce((sum, { leftKopecks }) => sum + leftKopecks, 0)
}
