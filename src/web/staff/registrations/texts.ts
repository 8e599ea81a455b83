import type {
  RegisterComparison,
  Registration,
  RegistrationStatus,
  RejectReason,
} from '#shared/api/staff/registrations.ts'
import type { Tone } from '#web/ui/Tag.tsx'
import { durationText } from '#web/ui/duration.ts'

export const statuses: Record<RegistrationStatus, { text: string; tone: Tone }> = {
  new: { text: 'Новая', tone: 'accent' },
  checking: { text: 'На проверке', tone: 'info' },
  data_requested: { text: 'Запрошены данные', tone: 'warn' },
  approved: { text: 'Одобрена', tone: 'ok' },
  rejected: { text: 'Отклонена', tone: 'bad' },
}

export const requestNumber = (id: number): string => `З-${id}`

export function isOverdue(iso: string, maxHours: number, now: Date): boolean {
  return now.getTime() - new Date(iso).getTime() > maxHours * 3_600_000
}

const reasonLabels: Record<RejectReason, string> = {
  duplicate: 'дубль',
  requisites: 'реквизиты',
  region: 'не работаем',
  liquidated: 'ликвидация',
  other: 'другое',
}

type Statistics = { approved: number; rejected: Partial<Record<RejectReason, number>>; average: number | null }

/** Statistics below the queue: the last 30 days in two sentences. */
export function statisticsTexts({ approved, rejected, average }: Statistics, maxHours: number): string[] {
  const reasons = Object.entries(rejected) as [RejectReason, number][]
  const rejectedCount = reasons.reduce((sum, [, count]) => sum + count, 0)
  if (approved + rejectedCount === 0) return []
  const list = reasons.map(([reason, count]) => `${reasonLabels[reason]} ${count}`).join(', ')
  const counts = `За 30 дней одобрено ${approved}, отказано ${rejectedCount}${list && `: ${list}`}.`
  if (average === null) return [counts]
  return [counts, `Решение принимаем в среднем за ${durationText(average)}, норма ${maxHours} ч.`]
}

export const reasonChoices: { value: RejectReason; label: string; note: string }[] = [
  { value: 'duplicate', label: 'Уже есть у нас', note: 'заявку получит владелец организации' },
  { value: 'requisites', label: 'Реквизиты не сходятся с ЕГРЮЛ', note: '' },
  { value: 'region', label: 'Не работаем с регионом или видом деятельности', note: '' },
  { value: 'liquidated', label: 'Ликвидируется или банкрот', note: '' },
  { value: 'other', label: 'Другое', note: '' },
]

export const fieldLabels: Record<RegisterComparison['field'], string> = {
  company: 'Название',
  inn: 'ИНН, КПП',
  ogrn: 'ОГРН',
  legal_address: 'Юр. адрес',
  head_name: 'Руководитель',
  state: 'Состояние',
  bank: 'Р/с и БИК',
}

const differenceLabels: Record<RegisterComparison['field'], string> = {
  company: 'Название',
  inn: 'ИНН или КПП',
  ogrn: 'ОГРН',
  legal_address: 'Адрес',
  head_name: 'Руководитель',
  state: 'Состояние',
  bank: 'Расчётный счёт',
}

/** Default text of the e-mail for a rejection reason. */
export function defaultRejectionText(reason: RejectReason, { comparison }: Pick<Registration, 'comparison'>): string {
  if (reason === 'duplicate')
    return 'Ваша организация уже работает на портале. Вход вам откроет её руководитель: мы ему написали.'
  if (reason === 'region') return 'С вашим регионом или видом деятельности мы не работаем.'
  if (reason === 'liquidated') return 'По данным ЕГРЮЛ организация ликвидируется или признана банкротом.'
  if (reason === 'other') return ''
  const differences = comparison.filter(({ same, field }) => same === false && field !== 'state' && field !== 'bank')
  const sentences = differences.map(({ field, register, more }) => {
    const registered = field === 'legal_address' && more.length > 0 ? more.join(', ') : register
    return `${differenceLabels[field]} в заявке не совпадает с ЕГРЮЛ: там ${registered}.`
  })
  return [...sentences, 'Исправьте и отправьте заявку ещё раз.'].join(' ')
}

const matchedFieldNames = { party: 'ИНН и КПП', inn: 'ИНН', phone: 'телефон', email: 'почта' } as const

/** 'Тот же ИНН и КПП', 'Те же телефон и почта'. */
export function matchText(by: readonly (keyof typeof matchedFieldNames)[]): string {
  const names = by.map((each) => matchedFieldNames[each])
  const [only = ''] = names
  if (names.length === 1) return `${only === 'почта' ? 'Та же' : only === 'ИНН и КПП' ? 'Те же' : 'Тот же'} ${only}`
  return `Те же ${names.slice(0, -1).join(', ')} и ${names.at(-1) ?? ''}`
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
  expired: 'Закрыта по сроку хранения',
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
