import { businessTimeZone } from '#shared/constants.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { formatKopecks, formatMilli } from '#shared/rules/money.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { actions, objectTypes, type AuditObjectType } from '#server/platform/audit/actions.ts'
import type { AuditRow } from '#server/platform/audit/shared-queries-audit.ts'
import { countedKind } from '#server/doors/exchange/staff/import-summary.ts'
import { fieldNames, idFields, valueNames } from './names.ts'

const maxValueLength = 80

/** An audit row in Russian: time, author, action, and a line for each changed field. */
export function describeAuditRow({ id, at, action, changes, ...row }: AuditRow): string {
  const head = `${id}  ${formatMoscowTime(at)}  ${describeAuthor(row)}: ${actions[action]}${describeObject(row)}`
  const lines = Object.entries(changes).map(([field, { before, after }]) => {
    const values =
      before === null ? formatValue(field, after) : `${formatValue(field, before)} → ${formatValue(field, after)}`
    return `      ${fieldName(field, row.objectType)}: ${values}`
  })
  return [head, ...lines].join('\n')
}

export type DescribedChange = { field: string; before: string | null; after: string }

/** Changed fields in Russian. `titleOf` returns the title of an object whose id is a value. */
export function describeChanges(
  { changes, objectType }: Pick<AuditRow, 'changes' | 'objectType'>,
  titleOf: (key: { type: string; id: string }) => string | undefined,
): DescribedChange[] {
  const text = (field: string, value: unknown) => formatIds(field, value, titleOf) ?? formatValue(field, value)
  return Object.entries(changes).map(([field, { before, after }]) => ({
    field: fieldName(field, objectType),
    before: before === null ? null : text(field, before),
    after: text(field, after),
  }))
}

/** Objects whose ids are values of changed fields. */
export function objectsInChanges({ changes }: Pick<AuditRow, 'changes'>): { type: string; id: string }[] {
  return Object.entries(changes).flatMap(([field, { before, after }]) => {
    const type = idFields[field]
    return type === undefined ? [] : [before, after].flatMap(extractIds).map((id) => ({ type, id }))
  })
}

function formatIds(
  field: string,
  value: unknown,
  titleOf: (key: { type: string; id: string }) => string | undefined,
): string | undefined {
  const type = idFields[field]
  const ids = extractIds(value)
  if (type === undefined || ids.length === 0) return undefined
  return ids.map((id) => titleOf({ type, id }) ?? id).join('; ')
}

function extractIds(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap((each) => (typeof each === 'number' ? String(each) : []))
}

/** The Russian name of a field; ids in 'price.12.3' and the like are kept. */
export function fieldName(field: string, type?: AuditObjectType): string {
  if (field === 'name' && type === 'account') return 'Имя'
  const [name = '', ...ids] = field.split('.')
  return [fieldNames[name] ?? countedKind(name), ...ids].join(' ')
}

/** Date and time in Moscow. */
export function formatMoscowTime(at: Date): string {
  return at.toLocaleString('ru-RU', { timeZone: businessTimeZone, dateStyle: 'short', timeStyle: 'medium' })
}

type AuditAuthor = Pick<AuditRow, 'accountId' | 'login' | 'origin' | 'onBehalfOfAccountId'>

function describeAuthor({ accountId, login, origin, onBehalfOfAccountId }: AuditAuthor): string {
  const who = accountId === null ? originNames[origin] : (login ?? `учётная запись ${accountId}`)
  return onBehalfOfAccountId === null ? who : `${who} за учётную запись ${onBehalfOfAccountId}`
}

/** Authors without an account. */
export const originNames = {
  web: 'гость',
  exchange: '1С',
  'command-line': 'командная строка',
  system: 'портал',
} as const

function describeObject({
  objectType,
  objectId,
  objectLogin,
}: Pick<AuditRow, 'objectType' | 'objectId' | 'objectLogin'>): string {
  if (objectId === null) return ''
  return ` – ${objectTypes[objectType]} ${objectId}${objectLogin === null ? '' : ` (${objectLogin})`}`
}

/** `undefined` is an erased personal value. */
function formatValue(field: string, value: unknown): string {
  if (value === undefined) return '(стёрто)'
  if (value === null) return '—'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return formatNumber(field, value)
  if (field === 'reason' && typeof value === 'string') return errors[value as ErrorCode].message
  if (field === 'askedBy' && typeof value === 'string') return value
  const text = typeof value === 'string' ? (valueNames[field]?.[value] ?? value) : formatObject(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

/** Values of an array, or fields of an object with their names. */
function formatObject(value: object): string {
  if (Array.isArray(value)) return value.map((each) => String(each)).join('; ')
  return Object.entries(value)
    .map(([field, each]) => `${fieldName(field)}: ${formatValue(field, each)}`)
    .join('; ')
}

function formatNumber(field: string, value: number): string {
  if (field.endsWith('Kopecks') || field.startsWith('price.')) return `${formatKopecks(value)} ₽`
  if (field === 'state') return stateName(value)
  return field.endsWith('Milli') ? formatMilli(value) : String(value)
}
