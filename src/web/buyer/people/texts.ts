import type { LimitPeriod } from '#shared/rules/parties/employee-limits.ts'
import { plural } from '#shared/rules/plural.ts'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { may, rightsOf, type Grant } from '#shared/rights.ts'
import { buyerRoleNames } from '#shared/rules/parties/buyer-role-names.ts'
import { isLimited, isOwner } from '#shared/rules/parties/role-rights.ts'
import { roleOf } from '#web/parts/people/roles.ts'
import { price, shortDateTime } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/Tag.tsx'

export const roleName = (person: Pick<Manager, 'type_id'>): string => buyerRoleNames[roleOf(person).role]

export const states: Record<Manager['state'], { text: string; tone?: Tone }> = {
  active: { text: 'есть' },
  invited: { text: 'приглашение', tone: 'warn' },
  expired: { text: 'истекло', tone: 'bad' },
  disabled: { text: 'отключён' },
}

/** 'все 3', '114-О, 77-Д' */
export function contractsText(person: Manager, all: number | undefined): string {
  const { contracts } = person
  if (isOwner(roleOf(person)) || contracts.length === all)
    return contracts.length === 1 ? 'один' : `все ${contracts.length}`
  return contracts.map(({ number }) => number).join(', ') || 'нет'
}

/** Which financial data the person sees. */
export function accessText(person: Manager): string {
  const grants = grantNames.filter((grant) => person[grant])
  const holder = { rights: rightsOf({ ...roleOf(person), grants }) }
  if (isOwner(roleOf(person))) return 'всё'
  if (!may(holder, 'price.view')) return 'без цен'
  const parts = [
    may(holder, 'order.place') && 'цены',
    may(holder, 'finances.view') && 'финансы',
    may(holder, 'acts.view') && 'акты',
  ]
  return parts.filter(Boolean).join(', ')
}

const grantNames = ['finances', 'acts'] as const satisfies Grant[]

const periodWords: Record<LimitPeriod, string> = { day: 'в день', week: 'в нед.', month: 'в мес.' }

type LimitFields = Pick<Manager, 'type_id' | 'order_limit' | 'period_limit' | 'period'>

/** Limit of one order, and of a period. */
export function limitTexts({ type_id, order_limit: order, period_limit: periodLimit, period }: LimitFields) {
  const person = roleOf({ type_id })
  if (!isLimited(person)) return { order: isOwner(person) ? 'без лимита' : '–', period: '' }
  return {
    order: order === null ? (periodLimit === null ? 'без лимита' : '–') : price(order),
    period: periodLimit === null ? '' : `${shortSum(periodLimit)} ${periodWords[period]}`,
  }
}

/** 'До 300 000 ₽ на заказ · до 2 млн ₽ в мес.' Only managers have limits. */
export function limitLine({ type_id, order_limit: order, period_limit: periodLimit, period }: LimitFields) {
  if (!isLimited(roleOf({ type_id }))) return undefined
  const parts = [
    order !== null && `до ${price(order)}\u00a0₽ на заказ`,
    periodLimit !== null && `до ${shortSum(periodLimit)}\u00a0₽ ${periodWords[period]}`,
  ].filter((part) => part !== false)
  const line = parts.join(' · ')
  return line === '' ? 'Без лимита' : `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`
}

/** '2 млн', if exact to a tenth. */
function shortSum(roubles: number): string {
  return roubles >= 1_000_000 && roubles % 100_000 === 0 ? `${price(roubles / 1_000_000)} млн` : price(roubles)
}

/** '1 ждёт вас', '3 ждут вас' */
export const awaitingText = ({ awaiting }: Pick<Manager, 'awaiting'>): string =>
  `${awaiting} ${plural(awaiting, ['ждёт', 'ждут', 'ждут'])} вас`

export function signInText({ online, last_sign_in: at }: Manager): string {
  if (online) return 'сейчас'
  return at === null ? 'не было' : shortDateTime(at)
}

export function matches({ name, login }: Manager, query: string | undefined): boolean {
  return `${name} ${login}`.toLowerCase().includes((query ?? '').toLowerCase())
}
