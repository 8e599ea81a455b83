import { linkOptions } from '@tanstack/react-router'
import type { QueueFigures, WaitingItem, WaitingQueue } from '#shared/api/staff/dashboard/waiting.ts'
import { durationText } from '#web/ui/duration.ts'
import { day, shortDate } from '#web/ui/format.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import type { Tone } from '#web/ui/Tag.tsx'

export const queues = {
  orders: { label: 'Заказы', link: linkOptions({ to: '/admin' }) },
  registrations: { label: 'Заявки', link: linkOptions({ to: '/admin/registrations' }) },
  talks: { label: 'Чаты и звонки', link: linkOptions({ to: '/admin/chats' }) },
  claims: { label: 'Рекламации', link: linkOptions({ to: '/admin/claims' }) },
  acts: { label: 'Акты сверки', link: linkOptions({ to: '/admin/acts' }) },
  priceRequests: { label: 'Прайс-файлы', link: linkOptions({ to: '/admin/price-requests' }) },
} satisfies Record<WaitingQueue, { label: string; link: unknown }>

const hour = 60 * 60

export type WaitText = { text: string; tone: Tone | undefined }

/** What a tile says of its queue: the missed or nearest target time, else the longest wait. */
export function waitOfQueue({ count, since, due }: QueueFigures, now: Date): WaitText {
  if (count === 0 || since === null) return { text: 'никто не ждёт', tone: undefined }
  const late = due === null ? 0 : secondsBetween(due, now)
  if (late > 0) return { text: `срок вышел ${durationText(late)} назад`, tone: 'bad' }
  if (due !== null && -late < hour) return { text: `до срока ${durationText(-late)}`, tone: 'warn' }
  return { text: `дольше всех ${durationText(secondsBetween(since, now))}`, tone: undefined }
}

/** Why an object comes first. */
export function reasonOf({ due, reason }: WaitingItem, now: Date): WaitText {
  const late = due === null ? 0 : secondsBetween(due, now)
  if (late > 0) return { text: 'срок ответа вышел', tone: 'bad' }
  if (reason !== '') return { text: reason, tone: 'warn' }
  if (due === null) return { text: '', tone: undefined }
  if (-late < 24 * hour) return { text: `ответить за ${durationText(-late)}`, tone: 'warn' }
  // A time limit at midnight is the day before it.
  return { text: `срок ${shortDate(day(new Date(Date.parse(due) - 1).toISOString()), now)}`, tone: undefined }
}

export const icons: Record<WaitingItem['kind'], IconName> = {
  order: 'orders',
  registration: 'people',
  chat: 'chat',
  call: 'phone',
  claim: 'warning',
  act: 'compare',
  priceRequest: 'download',
}

export function titleOf({ kind, title }: WaitingItem): string {
  if (kind === 'chat') return `«${title}»`
  return titles[kind](title)
}

const titles: Record<Exclude<WaitingItem['kind'], 'chat'>, (title: string) => string> = {
  order: (number) => `Заказ ${number}`,
  registration: (company) => `Заявка ${company}`,
  call: (name) => `Перезвонить: ${name}`,
  claim: (number) => `Рекламация ${number}`,
  act: (number) => `Акт ${number}`,
  priceRequest: (contract) => `Прайс-файл по договору ${contract}`,
}

/** Opens the object in its queue. */
export function linkTo({ kind, id }: WaitingItem) {
  switch (kind) {
    case 'order':
      return linkOptions({ to: '/admin', search: { order: id } })
    case 'registration':
      return linkOptions({ to: '/admin/registrations', search: { request: id } })
    case 'chat':
      return linkOptions({ to: '/admin/chats', search: { chat: id } })
    case 'call':
      return linkOptions({ to: '/admin/chats', search: { call: id } })
    case 'claim':
      return linkOptions({ to: '/admin/claims', search: { claim: id } })
    case 'act':
      return linkOptions({ to: '/admin/acts', search: { act: id } })
    case 'priceRequest':
      return linkOptions({ to: '/admin/price-requests' })
  }
}

export function secondsBetween(iso: string, now: Date): number {
  return (now.getTime() - new Date(iso).getTime()) / 1000
}
