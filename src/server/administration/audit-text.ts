import { businessTimeZone } from '#shared/constants.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { formatKopecks, formatMilli } from '#shared/rules/money.ts'
import { actions, objectTypes } from '#server/audit/actions.ts'
import type { AuditRow } from '#server/audit/queries-audit.ts'
import { countedKind } from '#server/exchange/tell-counts.ts'

const longestValue = 80

/** A row of the audit trail in Russian: when, who, what, and a line for each field that changed. */
export function describeAuditRow({ id, at, action, changes, ...row }: AuditRow): string {
  const head = `${id}  ${timeOf(at)}  ${whoOf(row)}: ${actions[action]}${objectOf(row)}`
  const lines = Object.entries(changes).map(([field, { before, after }]) => {
    const values = before === null ? shown(field, after) : `${shown(field, before)} → ${shown(field, after)}`
    return `      ${fieldName(field)}: ${values}`
  })
  return [head, ...lines].join('\n')
}

/** The Russian name of a field; 'price.12.3' and the like keep their ids. */
export function fieldName(field: string): string {
  const [name = '', ...ids] = field.split('.')
  return [fieldNames[name] ?? countedKind(name), ...ids].join(' ')
}

function timeOf(at: Date): string {
  return at.toLocaleString('ru-RU', { timeZone: businessTimeZone, dateStyle: 'short', timeStyle: 'medium' })
}

type Who = Pick<AuditRow, 'accountId' | 'login' | 'origin' | 'onBehalfOfAccountId'>

function whoOf({ accountId, login, origin, onBehalfOfAccountId }: Who): string {
  const who = accountId === null ? nobody[origin] : (login ?? `учётная запись ${accountId}`)
  return onBehalfOfAccountId === null ? who : `${who} за учётную запись ${onBehalfOfAccountId}`
}

const nobody = { web: 'гость', exchange: '1С', 'command-line': 'командная строка', system: 'портал' }

function objectOf({
  objectType,
  objectId,
  objectLogin,
}: Pick<AuditRow, 'objectType' | 'objectId' | 'objectLogin'>): string {
  if (objectId === null) return ''
  return ` – ${objectTypes[objectType]} ${objectId}${objectLogin === null ? '' : ` (${objectLogin})`}`
}

/** `undefined` is a personal value that was erased. */
function shown(field: string, value: unknown): string {
  if (value === undefined) return '(стёрто)'
  if (value === null) return '—'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return shownNumber(field, value)
  if (field === 'reason' && typeof value === 'string') return errors[value as ErrorCode].message
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

function shownNumber(field: string, value: number): string {
  if (field.endsWith('Kopecks') || field.startsWith('price.')) return `${formatKopecks(value)} ₽`
  return field.endsWith('Milli') ? formatMilli(value) : String(value)
}

const fieldNames: Record<string, string> = {
  account: 'Расчётный счёт',
  accountantName: 'Главный бухгалтер',
  active: 'Включено',
  address: 'Адрес в сети',
  bank: 'Банк',
  bik: 'БИК',
  card: 'В карточке',
  code1c: 'Ид в 1С',
  company: 'Наименование',
  contragentId: 'Контрагент',
  correspondentAccount: 'Корреспондентский счёт',
  creditLimitKopecks: 'Кредитный лимит',
  debtAlert: 'Предупреждение о долге',
  deferralDays: 'Дней отсрочки',
  description: 'Какое описание показано',
  email: 'Почта',
  endsOn: 'Последний день',
  file: 'Файл',
  filter: 'В фильтре',
  freeDeliveryKopecks: 'Бесплатная доставка от',
  freeFromKopecks: 'Бесплатно от',
  fullName: 'Полное наименование',
  headName: 'Руководитель',
  headPost: 'Должность руководителя',
  holdDays: 'Дней резерва',
  inn: 'ИНН',
  isDefault: 'Продаёт по умолчанию',
  kpp: 'КПП',
  leastOrderKopecks: 'Минимальный заказ',
  legalAddress: 'Юридический адрес',
  legalForm: 'Форма',
  login: 'Логин',
  name: 'Имя',
  number: 'Номер',
  ogrn: 'ОГРН',
  orderLimitKopecks: 'Лимит заказа',
  payment: 'Оплата',
  period: 'Период лимита',
  periodLimitKopecks: 'Лимит за период',
  personalManagerId: 'Менеджер',
  phone: 'Телефон',
  place: 'Место',
  polygon: 'Контур',
  position: 'Порядок',
  prepaymentPercent: 'Предоплата, %',
  price: 'Цена',
  priceKopecks: 'Цена',
  priceTypeId: 'Тип цен',
  reason: 'Причина',
  role: 'Роль',
  rrcTypeId: 'Тип РРЦ',
  sellerId: 'Продавец',
  sessions: 'Сеансов',
  signedOn: 'Дата',
  staffName: 'Название',
  startsOn: 'Первый день',
  status: 'Состояние',
  stockCapMilli: 'Предел показа остатка',
  stockDisplay: 'Показ остатка',
  stopOrders: 'Стоп заказов',
  terminals: 'Терминал',
  text: 'Текст',
  title: 'Название',
  types: 'Вид доставки',
  unit: 'Единица',
  validTo: 'Действует до',
  value: 'Значение',
  values: 'Стёрто значений',
  vat: 'НДС',
  warehouses: 'Склады',
  weekdays: 'Дни недели',
  working: 'Рабочий',
}
