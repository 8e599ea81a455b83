import { errors } from '#shared/errors.ts'
import { suspensionTitle } from '#shared/messages.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { listNames } from '#shared/rules/list-text.ts'
import { minOrderMessage } from '#shared/rules/min-order.ts'
import { minToPay } from '#shared/rules/min-payment.ts'
import { formatKopecks } from '#shared/rules/money.ts'
import { may } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { listDebts, type Debt } from './debts.ts'
import type { Credit, Obstacle } from './obstacles.ts'

/** With a non-breaking space before the sign. */
const money = (kopecks: number) => `${formatKopecks(kopecks)}\u00a0₽`

/** Why an order is refused, for its buyer. Null = does not apply. */
export type Refusal = {
  code: Obstacle['code']
  title: string
  message: string
  /** Missing sum of goods below the contract's minimum, and that minimum. */
  missingKopecks: number | null
  minKopecks: number | null
  /** Excess of the order over the available credit, and that credit (at least 0). */
  exceedsKopecks: number | null
  availableKopecks: number | null
  /** Null for accounts that may not see finances. */
  credit: Credit | null
  payment: NeededPayment | null
}

/** Documents to pay so that orders are accepted again, and the rest that they do not cover. */
export type NeededPayment = { sumKopecks: number; restKopecks: number; documents: Debt[] }

export type RefusalFacts = { contractId: number; now: Date }

/** The refusal as shown to the buyer, with documents to pay. */
export async function describeRefusal(
  db: Db,
  actor: BuyerActor,
  obstacle: Obstacle,
  { contractId, now }: RefusalFacts,
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
      const debts = await listDebts(db, actor, { contractId, now })
      const overdue = debts.filter(({ overdueDays }) => overdueDays > 0)
      return {
        ...emptyRefusal,
        code: obstacle.code,
        title: suspensionTitle,
        message: obstacle.alert || suspensionMessage(overdue, obstacle.contractNumber),
        payment: overdue.length === 0 ? null : neededPayment(overdue, sumOfDebts(overdue)),
      }
    }
    case 'belowLeastSum': {
      const { minKopecks, missingKopecks } = obstacle
      if (!may(actor, 'price.contract')) return withoutSums('belowLeastSum', belowMinTitle)
      return {
        ...emptyRefusal,
        code: obstacle.code,
        title: belowMinTitle,
        message: minOrderMessage({ minKopecks, missingKopecks }),
        missingKopecks,
        minKopecks,
      }
    }
    case 'creditLimit': {
      const { freeKopecks, exceedsKopecks } = obstacle.credit
      if (!may(actor, 'price.contract')) return withoutSums('creditLimit', creditTitle)
      const availableKopecks = Math.max(0, freeKopecks)
      const [exceeds, available] = [money(exceedsKopecks), money(availableKopecks)]
      return {
        ...emptyRefusal,
        code: obstacle.code,
        title: creditTitle,
        message: `${errors.creditLimit.message} на ${exceeds}: доступно ${available}`,
        exceedsKopecks,
        availableKopecks,
        credit: may(actor, 'finances.view') ? obstacle.credit : null,
        payment: neededPayment(await listDebts(db, actor, { contractId, now }), exceedsKopecks),
      }
    }
  }
}

const belowMinTitle = 'Меньше минимальной суммы'
const creditTitle = 'Превышен кредитный лимит'

/** Under price politics the missing sum would reveal the contract's prices. */
function withoutSums(code: 'belowLeastSum' | 'creditLimit', title: string): Refusal {
  return { ...emptyRefusal, code, title, message: errors[code].message }
}

const maxNamed = 3

/** Message of a stopped contract without a text of its own (product.md §7). */
function suspensionMessage(overdue: readonly Debt[], contractNumber: string): string {
  const [oldest] = overdue
  if (oldest === undefined) return errors.ordersSuspended.message
  const documents = listNames(
    overdue.map(({ title, day }) => `${title} от ${formatDay(day)}`),
    maxNamed,
  )
  return (
    `По договору № ${contractNumber} просрочено ${money(sumOfDebts(overdue))} (${oldest.overdueDays} дн.). ` +
    `Отгрузка возобновится после оплаты: ${documents}`
  )
}

const emptyRefusal = {
  missingKopecks: null,
  minKopecks: null,
  exceedsKopecks: null,
  availableKopecks: null,
  credit: null,
  payment: null,
}

function neededPayment(unpaid: readonly Debt[], sumKopecks: number): NeededPayment {
  return { sumKopecks, ...minToPay(unpaid, sumKopecks) }
}

function sumOfDebts(debts: readonly Debt[]): number {
  return debts.reduce((sum, { leftKopecks }) => sum + leftKopecks, 0)
}
