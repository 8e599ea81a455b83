/** Automatic notifications: events, channels, and which of them a user may switch off. */
import { may, isStaff, type Person, type Right, type Role } from '../../rights.ts'
import { addDays, dayOf, startOfDay } from '../dates.ts'

/** `value` of a setting [E.14]. */
export const noticeChannels = ['portal', 'mail', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** 'on' and 'off' are defaults that the user may change; 'always' and 'never' are fixed. */
export type NoticeDefault = 'on' | 'off' | 'always' | 'never'

type NoticeSide = {
  header: string
  /** Right required to receive the notification. */
  right: Right
} & Record<NoticeChannel, NoticeDefault>

type NoticeEvent = {
  /** Part of the settings' ids: never reused for another event. */
  number: number
  /** Its e-mail is sent at once, regardless of the user's mail frequency. */
  urgent?: true
  buyer?: NoticeSide
  staff?: NoticeSide
}

export const noticeEvents = {
  order: {
    number: 1,
    buyer: {
      header: 'Заказы: оформление, состав, состояние',
      right: 'order.place',
      portal: 'on',
      mail: 'on',
      push: 'on',
    },
    staff: {
      header: 'Заказы: просьбы покупателей об отмене',
      right: 'staff.orders',
      portal: 'on',
      mail: 'off',
      push: 'on',
    },
  },
  approval: {
    number: 2,
    urgent: true,
    buyer: {
      header: 'Заказы сверх лимита: ждут согласования',
      right: 'order.place',
      portal: 'on',
      mail: 'on',
      push: 'on',
    },
  },
  debt: {
    number: 3,
    urgent: true,
    buyer: { header: 'Оплата: скоро срок, просрочка', right: 'finances.view', portal: 'on', mail: 'on', push: 'on' },
  },
  act: {
    number: 4,
    buyer: { header: 'Акты сверки: готовность', right: 'acts.view', portal: 'on', mail: 'on', push: 'on' },
    staff: { header: 'Акты сверки: разногласия', right: 'staff.customers', portal: 'on', mail: 'off', push: 'off' },
  },
  claim: {
    number: 5,
    buyer: { header: 'Рекламации: ответы и решения', right: 'claim.view', portal: 'on', mail: 'on', push: 'on' },
    staff: {
      header: 'Рекламации: новые и ответы покупателей',
      right: 'staff.claims',
      portal: 'on',
      mail: 'off',
      push: 'on',
    },
  },
  chat: {
    number: 6,
    buyer: { header: 'Чат: ответы менеджера', right: 'chat.use', portal: 'on', mail: 'off', push: 'on' },
    staff: { header: 'Чат: сообщения покупателей', right: 'staff.customers', portal: 'on', mail: 'off', push: 'on' },
  },
  arrival: {
    number: 7,
    buyer: {
      header: 'Поступление товаров, которых вы ждёте',
      right: 'lists.edit',
      portal: 'on',
      mail: 'on',
      push: 'on',
    },
  },
  need: {
    number: 8,
    buyer: { header: 'Потребности: появились на складе', right: 'lists.edit', portal: 'on', mail: 'off', push: 'off' },
  },
  draft: {
    number: 9,
    buyer: {
      header: 'Шаблоны: пора заказать, черновик готов',
      right: 'draft.edit',
      portal: 'on',
      mail: 'on',
      push: 'on',
    },
  },
  priceRequest: {
    number: 10,
    buyer: { header: 'Прайс-листы: ответ на запрос', right: 'priceList.request', portal: 'on', mail: 'on', push: 'on' },
    staff: { header: 'Прайс-файлы: новые запросы', right: 'staff.customers', portal: 'on', mail: 'off', push: 'off' },
  },
  attorney: {
    number: 11,
    buyer: {
      header: 'Доверенности: заканчивается срок',
      right: 'organisation.manage',
      portal: 'on',
      mail: 'on',
      push: 'on',
    },
  },
  registration: {
    number: 12,
    urgent: true,
    buyer: {
      header: 'Сотрудники: просьбы о доступе',
      right: 'organisation.manage',
      portal: 'on',
      mail: 'on',
      push: 'on',
    },
    staff: { header: 'Заявки на регистрацию', right: 'staff.registrations', portal: 'on', mail: 'on', push: 'on' },
  },
  callback: {
    number: 13,
    urgent: true,
    staff: { header: 'Просьбы перезвонить', right: 'staff.customers', portal: 'on', mail: 'off', push: 'on' },
  },
  contragent: {
    number: 14,
    staff: {
      header: 'Новые контрагенты покупателей',
      right: 'staff.customers',
      portal: 'on',
      mail: 'off',
      push: 'off',
    },
  },
  exchange: {
    number: 15,
    urgent: true,
    staff: { header: 'Сбои обмена с 1С и заданий', right: 'staff.settings', portal: 'always', mail: 'on', push: 'on' },
  },
  document: {
    number: 17,
    buyer: {
      header: 'Документы: новые УПД, счета, акты',
      right: 'documents.view',
      portal: 'on',
      mail: 'on',
      push: 'off',
    },
  },
  security: {
    number: 16,
    urgent: true,
    buyer: {
      header: 'Безопасность: смена пароля',
      right: 'catalogue.view',
      portal: 'never',
      mail: 'always',
      push: 'never',
    },
    staff: {
      header: 'Безопасность: смена пароля',
      right: 'secondFactor.own',
      portal: 'never',
      mail: 'always',
      push: 'never',
    },
  },
} as const satisfies Record<string, NoticeEvent>

export type NoticeKind = keyof typeof noticeEvents
export const noticeKinds = Object.keys(noticeEvents) as NoticeKind[]

const describe = (kind: NoticeKind): NoticeEvent => noticeEvents[kind]

export const isUrgent = (kind: NoticeKind): boolean => describe(kind).urgent ?? false

/** The default for a side, until the user changes it. */
export function noticeDefault(kind: NoticeKind, side: 'buyer' | 'staff', channel: NoticeChannel): NoticeDefault {
  return describe(kind)[side]?.[channel] ?? 'never'
}

/** The right that a side needs to be notified of an event; undefined: it never is. */
export function noticeRight(kind: NoticeKind, side: 'buyer' | 'staff'): Right | undefined {
  return describe(kind)[side]?.right
}

export type NoticeSetting = {
  id: number
  kind: NoticeKind
  header: string
  channel: NoticeChannel
  byDefault: boolean
  fixed: boolean
}

/** Notification settings of a person; channels that an event never uses are left out. */
export function settingsFor(person: Person & { role: Role }): NoticeSetting[] {
  const side = isStaff(person) ? 'staff' : 'buyer'
  return noticeKinds.flatMap((kind) => {
    const event = describe(kind)[side]
    if (!event || !may(person, event.right)) return []
    return noticeChannels.flatMap((channel, index) => {
      const byDefault = event[channel]
      if (byDefault === 'never') return []
      return {
        id: describe(kind).number * 10 + index + 1,
        kind,
        header: event.header,
        channel,
        byDefault: byDefault !== 'off',
        fixed: byDefault === 'always',
      }
    })
  })
}

/** How often non-urgent e-mails are collected into one. */
export const mailPaces = ['now', 'hour', 'day'] as const
export type MailPace = (typeof mailPaces)[number]
export const usualPace: MailPace = 'hour'

/** Hour of the daily e-mail, Moscow time. */
export const digestHour = 9
const hourMs = 3_600_000

/** When an e-mail written now is sent with the user's others; undefined: at once. */
export function gatheredUntil(pace: MailPace, now: Date): Date | undefined {
  if (pace === 'now') return undefined
  if (pace === 'hour') return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
  const morning = (day: string) => new Date(startOfDay(day).getTime() + digestHour * hourMs)
  const today = dayOf(now)
  return morning(today) > now ? morning(today) : morning(addDays(today, 1))
}
