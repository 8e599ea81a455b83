/**
 * How long what says something of people is kept, in days, by the name of its setting: the least and the most that an
 * administrator may choose, and why not less.
 */
export const keepingTerms = {
  'personal.keep.rejectedDays': {
    label: 'Кто подал отклонённую заявку',
    least: 30,
    most: 365,
    note: 'Отказ успевают обжаловать; ИНН и решение остаются',
  },
  'personal.keep.consentDays': {
    label: 'Согласия тех, кто не стал покупателем',
    least: 1095,
    most: 3650,
    note: 'Меньше трёх лет нельзя: столько можно оспорить обработку данных',
  },
  'personal.keep.deletedDays': {
    label: 'Имя и почта удалённого сотрудника',
    least: 1,
    most: 365,
    note: 'Чтобы успеть вернуть удалённого по ошибке',
  },
  'personal.keep.signInDays': {
    label: 'Адрес, с которого входили',
    least: 30,
    most: 1095,
    note: 'Чтобы разобрать чужой вход',
  },
  'personal.keep.mailDays': {
    label: 'Отправленные письма',
    least: 7,
    most: 365,
    note: 'Чтобы показать, что письмо ушло',
  },
  'personal.keep.noticeDays': {
    label: 'Уведомления на портале',
    least: 7,
    most: 365,
    note: 'Из колокольчика их видит сам сотрудник',
  },
  'audit.keepDays': {
    label: 'Журнал действий',
    least: 365,
    most: 3650,
    note: 'Меньше года не хранит и сама база',
  },
} as const satisfies Record<string, { label: string; least: number; most: number; note: string }>

export type KeepingTerm = keyof typeof keepingTerms
export const keepingTermNames = Object.keys(keepingTerms) as [KeepingTerm, ...KeepingTerm[]]

/** Why a term cannot be chosen. */
export function keepingTermFault(name: KeepingTerm, days: number): string | undefined {
  const { least, most } = keepingTerms[name]
  return Number.isInteger(days) && days >= least && days <= most ? undefined : `Целое число от ${least} до ${most}`
}
