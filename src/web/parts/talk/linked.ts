import type { ChatClaim, ChatInvoice, ChatMessage } from '#shared/api/talk/chat.ts'
import { claimStates, claimTypes, type ClaimType } from '#shared/rules/aftersale/claims.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { money, shortDate } from '#web/ui/format.ts'
import type { IconName } from '#web/ui/Icon.tsx'

type LinkedOrder = ChatMessage['orders'][number]
type LinkedGood = ChatMessage['goods'][number]

/** Kinds of objects that a message can link. */
export type LinkKind = 'orders' | 'goods' | 'claims' | 'invoices'
export type LinkedObject = { kind: LinkKind; id: number; title: string; facts: string }

export const linkIcons: Record<LinkKind, IconName> = {
  orders: 'orders',
  goods: 'tag',
  claims: 'warning',
  invoices: 'rouble',
}

export const linkedOrder = ({ id, number, state, sum }: LinkedOrder): LinkedObject => ({
  kind: 'orders',
  id,
  title: `Заказ ${number}`,
  facts: joinFacts(stateName(state), sum === null ? '' : money(sum)),
})

export const linkedGood = ({ id, header, articul }: LinkedGood): LinkedObject => ({
  kind: 'goods',
  id,
  title: header,
  facts: articul,
})

export const linkedClaim = ({ id, number, state, type, answer_by: by }: ChatClaim): LinkedObject => ({
  kind: 'claims',
  id,
  title: `Рекламация ${number}`,
  facts: joinFacts(
    claimTypes[type as ClaimType].name,
    by === null ? claimStates[state].name.toLowerCase() : `ответ до ${shortDate(by)}`,
  ),
})

export const linkedInvoice = ({ id, header, left, due, overdue }: ChatInvoice): LinkedObject => ({
  kind: 'invoices',
  id,
  title: left > 0 ? `Счёт на ${money(left)}` : 'Счёт оплачен',
  facts: joinFacts(
    header,
    left > 0 && due !== null ? `${overdue ? 'срок прошёл' : 'оплатить до'} ${shortDate(due)}` : '',
  ),
})

type LinkableObjects = {
  orders?: readonly LinkedOrder[] | undefined
  goods?: readonly LinkedGood[] | undefined
  claims: readonly ChatClaim[]
  invoices: readonly ChatInvoice[]
}

export const toLinkedObjects = ({ orders = [], goods = [], claims, invoices }: LinkableObjects): LinkedObject[] => [
  ...orders.map(linkedOrder),
  ...claims.map(linkedClaim),
  ...invoices.map(linkedInvoice),
  ...goods.map(linkedGood),
]

export const isSameLink = (a: LinkedObject, b: LinkedObject) => a.kind === b.kind && a.id === b.id

const joinFacts = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')
