import { businessTimeZone } from '#shared/constants.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { formatKopecks, formatMilli } from '#shared/rules/money.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { actions, objectTypes, type AuditObjectType } from '#server/platform/audit/actions.ts'
import type { AuditRow } from '#server/platform/audit/shared-queries-audit.ts'
import { countedKind } from '#server/doors/exchange/staff/import-summary.ts'
import { fieldNames, idFields, valueNames } from './names.ts'

const longestValue = 80

/** A row of the audit trail in Russian: when, who, what, and a line for each field that changed. */
export function describeAuditRow({ id, at, action, changes, ...row }: AuditRow): string {
  const head = `${id}  ${timeOf(at)}  ${whoOf(row)}: ${actions[action]}${objectOf(row)}`
  const lines = Object.entries(changes).map(([field, { before, after }]) => {
    const values = before === null ? shown(field, after) : `${shown(field, before)} → ${shown(field, after)}`
    return `      ${fieldName(field, row.objectType)}: ${values}`
  })
  return [head, ...lines].join('\n')
}

export type DescribedChange = { field: string; before: string | null; after: string }

/** What changed, field by field, in Russian. `titleOf` names an object whose id is a value. */
export function describeChanges(
  { changes, objectType }: Pick<AuditRow, 'changes' | 'objectType'>,
  titleOf: (key: { type: string; id: string }) => string | undefined,
): DescribedChange[] {
  const text = (field: string, value: unknown) => namedValue(field, value, titleOf) ?? shown(field, value)
  return Object.entries(changes).map(([field, { before, after }]) => ({
    field: fieldName(field, objectType),
    before: before === null ? null : text(field, before),
    after: text(field, after),
  }))
}

/** The objects whose ids stand in changed fields. */
export function objectsInChanges({ changes }: Pick<AuditRow, 'changes'>): { type: string; id: string }[] {
  return Object.entries(changes).flatMap(([field, { before, after }]) => {
    const type = idFields[field]
    return type === undefined ? [] : [before, after].flatMap(idsIn).map((id) => ({ type, id }))
  })
}

function namedValue(
  field: string,
  value: unknown,
  titleOf: (key: { type: string; id: string }) => string | undefined,
): string | undefined {
  const type = idFields[field]
  const ids = idsIn(value)
  if (type === undefined || ids.length === 0) return undefined
  return ids.map((id) => titleOf({ type, id }) ?? id).join('; ')
}

function idsIn(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap((each) => (typeof each === 'number' ? String(each) : []))
}

/** The Russian name of a field; 'price.12.3' and the like keep their ids. */
export function fieldName(field: string, type?: AuditObjectType): string {
  if (field === 'name' && type === 'account') return 'Имя'
  const [name = '', ...ids] = field.split('.')
  return [fieldNames[name] ?? countedKind(name), ...ids].join(' ')
}

/** Date and time in Moscow. */
export function timeOf(at: Date): string {
  return at.toLocaleString('ru-RU', { timeZone: businessTimeZone, dateStyle: 'short', timeStyle: 'medium' })
}

type AuditActor = Pick<AuditRow, 'accountId' | 'login' | 'origin' | 'onBehalfOfAccountId'>

function whoOf({ accountId, login, origin, onBehalfOfAccountId }: AuditActor): string {
  const who = accountId === null ? nobody[origin] : (login ?? `учётная запись ${accountId}`)
  return onBehalfOfAccountId === null ? who : `${who} за учётную запись ${onBehalfOfAccountId}`
}

/** Who acts without an account. */
export const nobody = { web: 'гость', exchange: '1С', 'command-line': 'командная строка', system: 'портал' } as const

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
  const text = typeof value === 'string' ? (valueNames[field]?.[value] ?? value) : shownList(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

/** A list's values one after the other, an object's with their names. */
function shownList(value: object): string {
  if (Array.isArray(value)) return value.map((each) => String(each)).join('; ')
  return Object.entries(value)
    .map(([field, each]) => `${fieldName(field)}: ${shown(field, each)}`)
    .join('; ')
}

function shownNumber(field: string, value: number): string {
  if (field.endsWith('Kopecks') || field.startsWith('price.')) return `${formatKopecks(value)} ₽`
  if (field === 'state') return stateName(value)
  return field.endsWith('Milli') ? formatMilli(value) : String(value)
}
