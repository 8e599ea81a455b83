import type {
  RegisterComparison,
  Registration,
  RegistrationStatus,
  RejectReason,
} from '#shared/api/staff/registrations.ts'
import { plural } from '#shared/rules/plural.ts'
import type { Tone } from '#web/ui/Tag.tsx'

export const statuses: Record<RegistrationStatus, { text: string; tone: Tone }> = {
  new: { text: 'Новая', tone: 'accent' },
  checking: { text: 'На проверке', tone: 'info' },
  data_requested: { text: 'Запрошены данные', tone: 'warn' },
  approved: { text: 'Одобрена', tone: 'ok' },
  rejected: { text: 'Отклонена', tone: 'bad' },
}

export const numberOf = (id: number): string => `З-${id}`

/** '11 мин', '2 ч 05 мин', '3 дн.' */
export function spanText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes} мин`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} ч ${String(minutes % 60).padStart(2, '0')} мин`
  return `${Math.round(minutes / (24 * 60))} дн.`
}

export function ageText(iso: string, now: Date): string {
  return spanText((now.getTime() - new Date(iso).getTime()) / 1000)
}

export function isPastNorm(iso: string, normHours: number, now: Date): boolean {
  return now.getTime() - new Date(iso).getTime() > normHours * 3_600_000
}

const reasonCounts: Record<RejectReason, string> = {
  duplicate: 'дубль',
  requisites: 'реквизиты',
  region: 'не работаем',
  liquidated: 'ликвидация',
  other: 'другое',
}

type Decided = { approved: number; rejected: Partial<Record<RejectReason, number>>; average: number | null }

/** Statistics below the queue: the last 30 days in two sentences. */
export function summaryOf({ approved, rejected, average }: Decided, normHours: number): string[] {
  const reasons = Object.entries(rejected) as [RejectReason, number][]
  const refused = reasons.reduce((sum, [, count]) => sum + count, 0)
  if (approved + refused === 0) return []
  const list = reasons.map(([reason, count]) => `${reasonCounts[reason]} ${count}`).join(', ')
  const counts = `За 30 дней одобрено ${approved}, отказано ${refused}${list && `: ${list}`}.`
  if (average === null) return [counts]
  return [counts, `Решение принимаем в среднем за ${spanText(average)}, норма ${normHours} ч.`]
}

export const reasonChoices: { value: RejectReason; label: string; note: string }[] = [
  { value: 'duplicate', label: 'Уже есть у нас', note: 'заявку получит владелец организации' },
  { value: 'requisites', label: 'Реквизиты не сходятся с ЕГРЮЛ', note: '' },
  { value: 'region', label: 'Не работаем с регионом или видом деятельности', note: '' },
  { value: 'liquidated', label: 'Ликвидируется или банкрот', note: '' },
  { value: 'other', label: 'Другое', note: '' },
]

export const comparedNames: Record<RegisterComparison['field'], string> = {
  company: 'Название',
  inn: 'ИНН, КПП',
  ogrn: 'ОГРН',
  legal_address: 'Юр. адрес',
  head_name: 'Руководитель',
  state: 'Состояние',
  bank: 'Р/с и БИК',
}

const differing: Record<RegisterComparison['field'], string> = {
  company: 'Название',
  inn: 'ИНН или КПП',
  ogrn: 'ОГРН',
  legal_address: 'Адрес',
  head_name: 'Руководитель',
  state: 'Состояние',
  bank: 'Расчётный счёт',
}

/** Default text of the e-mail for a rejection reason. */
export function proposedRefusal(reason: RejectReason, { comparison }: Pick<Registration, 'comparison'>): string {
  if (reason === 'duplicate')
    return 'Ваша организация уже работает на портале. Вход вам откроет её руководитель: мы ему написали.'
  if (reason === 'region') return 'С вашим регионом или видом деятельности мы не работаем.'
  if (reason === 'liquidated') return 'По данным ЕГРЮЛ организация ликвидируется или признана банкротом.'
  if (reason === 'other') return ''
  const wrong = comparison.filter(({ same, field }) => same === false && field !== 'state' && field !== 'bank')
  const sentences = wrong.map(({ field, register, more }) => {
    const there = field === 'legal_address' && more.length > 0 ? more.join(', ') : register
    return `${differing[field]} в заявке не совпадает с ЕГРЮЛ: там ${there}.`
  })
  return [...sentences, 'Исправьте и отправьте заявку ещё раз.'].join(' ')
}

const likeWords = { party: 'ИНН и КПП', inn: 'ИНН', phone: 'телефон', email: 'почта' } as const

/** 'Тот же ИНН и КПП', 'Те же телефон и почта'. */
export function likenessText(by: readonly (keyof typeof likeWords)[]): string {
  const words = by.map((each) => likeWords[each])
  const [only = ''] = words
  if (words.length === 1) return `${only === 'почта' ? 'Та же' : only === 'ИНН и КПП' ? 'Те же' : 'Тот же'} ${only}`
  return `Те же ${words.slice(0, -1).join(', ')} и ${words.at(-1) ?? ''}`
}

export const eventTexts = {
  submitted: 'Заявка подана',
  taken: 'Взята в работу',
  released: 'Возвращена в очередь',
  data_requested: 'Запрошены данные',
  answered: 'Заявитель ответил',
  approved: 'Одобрена',
  rejected: 'Отклонена',
  reopened: 'Возвращена на проверку',
} as const

export const changedFieldNames: Record<string, string> = {
  legalForm: 'Форма',
  company: 'Краткое название',
  fullName: 'Полное название',
  inn: 'ИНН',
  kpp: 'КПП',
  ogrn: 'ОГРН',
  legalAddress: 'Юридический адрес',
  actualAddress: 'Фактический адрес',
  headName: 'Руководитель',
  headPost: 'Должность',
  bik: 'БИК',
  bank: 'Банк',
  account: 'Расчётный счёт',
  correspondentAccount: 'Корр. счёт',
  contactName: 'Контактное лицо',
  phone: 'Телефон',
}

export function waitText(count: number): string {
  return count === 0 ? 'никто не ждёт' : `${count} ${plural(count, ['ждёт', 'ждут', 'ждут'])}`
}
