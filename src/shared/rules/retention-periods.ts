import { integerBoundsError } from './words/integer-bounds.ts'
/**
 * Retention of personal data in days, by name of the setting: bounds for the administrator, and the reason for the
 * minimum.
 */
export const retentionPeriods = {
  'personal.keep.rejectedDays': {
    label: 'Кто подал отклонённую заявку',
    min: 30,
    max: 365,
    note: 'Отказ успевают обжаловать; ИНН и решение остаются',
  },
  'personal.keep.openRequestDays': {
    label: 'Заявки без решения или ответа',
    min: 30,
    max: 365,
    note: 'Со дня последнего сообщения; заявка закрывается как отклонённая',
  },
  'personal.keep.callbackDays': {
    label: 'Просьбы гостей перезвонить',
    min: 7,
    max: 365,
    note: 'Чтобы успеть позвонить и ответить на жалобу',
  },
  'personal.keep.consentDays': {
    label: 'Согласия тех, кто не стал покупателем',
    min: 1095,
    max: 3650,
    note: 'Меньше трёх лет нельзя: столько можно оспорить обработку данных',
  },
  'personal.keep.deletedDays': {
    label: 'Имя и почта удалённого сотрудника',
    min: 1,
    max: 365,
    note: 'Чтобы успеть вернуть удалённого по ошибке',
  },
  'personal.keep.signInDays': {
    label: 'Адрес, с которого входили',
    min: 30,
    max: 1095,
    note: 'Чтобы разобрать чужой вход',
  },
  'personal.keep.mailDays': {
    label: 'Отправленные письма',
    min: 7,
    max: 365,
    note: 'Чтобы показать, что письмо ушло',
  },
  'personal.keep.noticeDays': {
    label: 'Уведомления на портале',
    min: 7,
    max: 365,
    note: 'Из колокольчика их видит сам сотрудник',
  },
  'audit.keepDays': {
    label: 'Журнал действий',
    min: 365,
    max: 3650,
    note: 'Меньше года не хранит и сама база',
  },
} as const satisfies Record<string, { label: string; min: number; max: number; note: string }>

export type RetentionPeriod = keyof typeof retentionPeriods
export const retentionPeriodNames = Object.keys(retentionPeriods) as [RetentionPeriod, ...RetentionPeriod[]]

/** The error of a retention period, in Russian. */
export function retentionPeriodError(name: RetentionPeriod, days: number): string | undefined {
  const { min, max } = retentionPeriods[name]
  return Number.isInteger(days) && days >= min && days <= max ? undefined : integerBoundsError({ min, max })
}
