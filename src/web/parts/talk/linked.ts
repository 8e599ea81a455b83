import type { ChatClaim, ChatInvoice, ChatMessage } from '#shared/api/talk/chat.ts'
import { claimStates, claimTypes, type ClaimType } from '#shared/rules/aftersale/claims.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { money, shortDate } from '#web/ui/format.ts'
import type { IconName } from '#web/ui/Icon.tsx'

type LinkedOrder = ChatMessage['orders'][number]
type LinkedGood = ChatMessage['goods'][number]

/** What a message may name. */
export type LinkKind = 'orders' | 'goods' | 'claims' | 'invoices'
export type Linked = { kind: LinkKind; id: number; title: string; facts: string }

export const linkIcons: Record<LinkKind, IconName> = {
  orders: 'orders',
  goods: 'tag',
  claims: 'warning',
  invoices: 'rouble',
}

export const linkedOrder = ({ id, number, state, sum }: LinkedOrder): Linked => ({
  kind: 'orders',
  id,
  title: `Заказ ${number}`,
  facts: joined(stateName(state), sum === null ? '' : money(sum)),
})

export const linkedGood = ({ id, header, articul }: LinkedGood): Linked => ({
  kind: 'goods',
  id,
  title: header,
  facts: articul,
})

export const linkedClaim = ({ id, number, state, type, answer_by: by }: ChatClaim): Linked => ({
  kind: 'claims',
  id,
  title: `Рекламация ${number}`,
  facts: joined(
    claimTypes[type as ClaimType].name,
    by === null ? claimStates[state].name.toLowerCase() : `ответ до ${shortDate(by)}`,
  ),
})

export const linkedInvoice = ({ id, header, left, due, overdue }: ChatInvoice): Linked => ({
  kind: 'invoices',
  id,
  title: left > 0 ? `Счёт на ${money(left)}` : 'Счёт оплачен',
  facts: joined(header, left > 0 && due !== null ? `${overdue ? 'срок прошёл' : 'оплатить до'} ${shortDate(due)}` : ''),
})

type Found = {
  orders?: readonly LinkedOrder[] | undefined
  goods?: readonly LinkedGood[] | undefined
  claims: readonly ChatClaim[]
  invoices: readonly ChatInvoice[]
}

export const linkedAll = ({ orders = [], goods = [], claims, invoices }: Found): Linked[] => [
  ...orders.map(linkedOrder),
  ...claims.map(linkedClaim),
  ...invoices.map(linkedInvoice),
  ...goods.map(linkedGood),
]

export const isSameLink = (one: Linked, other: Linked) => one.kind === other.kind && one.id === other.id

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')
