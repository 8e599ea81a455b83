import { parseArgs } from 'node:util'
import { staffRoles } from '#shared/rights.ts'
import { objectTypes, type AuditObjectType } from '#server/platform/audit/actions.ts'
import { parseMilli } from '#server/doors/exchange/parse/decimal.ts'
import { staffAccountRoles } from './accounts.ts'
import type { ContractInput } from './contract.ts'
import type { SellerInput } from './seller.ts'
import { CommandError } from './command-error.ts'

/** Invalid command-line arguments; the usage is printed too. */
export class UsageError extends CommandError {
  override name = 'UsageError'
}

type StringOption = { type: 'string' }
const string: StringOption = { type: 'string' }

export function parseAddArgs(args: string[]) {
  const given = parseOptions(args, { login: string, name: string, role: string, password: string, phone: string })
  const login = required(given.login, 'login')
  return {
    login,
    name: given.name ?? login,
    role: parseRole(required(given.role, 'role'), staffAccountRoles),
    phone: given.phone ?? '',
    password: given.password,
  }
}

export function parsePasswordArgs(args: string[]) {
  const given = parseOptions(args, { login: string, password: string })
  return { login: required(given.login, 'login'), password: given.password }
}

export function parseLoginArgs(args: string[]) {
  return { login: required(parseOptions(args, { login: string }).login, 'login') }
}

/** Positional arguments, as in `disable LOGIN`, by their names. */
export function parsePositionals<Name extends string>(args: string[], ...names: Name[]): Record<Name, string> {
  const option = args.find((arg) => arg.startsWith('-'))
  if (option !== undefined) throw new UsageError(`Неизвестный параметр ${option}`)
  if (args.length > names.length) throw new UsageError(`Лишнее слово: ${args[names.length]}`)
  const values = names.map((name, index): [Name, string] => {
    const value = args[index]?.trim() ?? ''
    if (value === '') throw new UsageError(`Укажите ${name}`)
    return [name, value]
  })
  return Object.fromEntries(values) as Record<Name, string>
}

export function parseRoleArgs(args: string[]) {
  const { ЛОГИН: login, РОЛЬ: role } = parsePositionals(args, 'ЛОГИН', 'РОЛЬ')
  return { login, role: parseRole(role, staffRoles) }
}

export function parseAuditArgs(args: string[]) {
  const given = parseOptions(args, { login: string, object: string, before: string, limit: string })
  return {
    login: given.login?.trim(),
    object: optional(given.object, 'object', parseObjectKey),
    beforeId: optional(given.before, 'before', parseRowId),
    limit: optional(given.limit, 'limit', parseIntegerUpTo(1000)) ?? 50,
  }
}

export function parseEraseArgs(args: string[]) {
  const given = required(parseOptions(args, { object: string }).object, 'object')
  const object = parseObjectKey(given.trim())
  if (object === undefined) throw new UsageError(`Значение --object «${given}» не подходит`)
  return object
}

const contractOptions = {
  inn: string,
  kpp: string,
  company: string,
  'full-name': string,
  'legal-form': string,
  ogrn: string,
  address: string,
  phone: string,
  email: string,
  'contragent-id': string,
  number: string,
  date: string,
  'valid-to': string,
  status: string,
  id: string,
  'price-type': string,
  'rrc-type': string,
  warehouses: { type: 'string', multiple: true },
  manager: string,
  seller: string,
  owner: string,
  'owner-name': string,
  'owner-password': string,
  password: string,
  payment: string,
  prepayment: string,
  'deferral-days': string,
  'credit-limit': string,
  'least-order': string,
  'free-delivery': string,
  'hold-days': string,
  'stop-orders': string,
  'debt-alert': string,
  stock: string,
  'stock-cap': string,
} as const

export function parseContractArgs(args: string[]): ContractInput {
  const given = parseOptions(args, contractOptions)
  const login = given.owner
  return {
    inn: required(given.inn, 'inn').trim(),
    kpp: given.kpp?.trim(),
    number: required(given.number, 'number').trim(),
    contragent: {
      company: given.company,
      fullName: given['full-name'],
      legalForm: given['legal-form'],
      ogrn: given.ogrn,
      legalAddress: given.address,
      phone: given.phone,
      email: given.email,
      code1c: given['contragent-id'],
    },
    priceType: given['price-type'],
    rrcType: given['rrc-type'],
    manager: given.manager?.trim(),
    seller: given.seller?.trim(),
    warehouses: given.warehouses ?? [],
    owner:
      login === undefined
        ? undefined
        : { login, name: given['owner-name'], password: given['owner-password'] ?? given.password },
    terms: {
      code1c: given.id,
      signedOn: optional(given.date, 'date', parseDate),
      validTo: optional(given['valid-to'], 'valid-to', parseDate),
      status: optional(
        given.status,
        'status',
        oneOf({ signing: 'signing', active: 'active', suspended: 'suspended', expired: 'expired' }),
      ),
      payment: optional(
        given.payment,
        'payment',
        oneOf({ prepaid: 'prepaid', предоплата: 'prepaid', deferred: 'deferred', отсрочка: 'deferred' }),
      ),
      prepaymentPercent: optional(given.prepayment, 'prepayment', parseIntegerUpTo(100)),
      deferralDays: optional(given['deferral-days'], 'deferral-days', parseIntegerUpTo(3650)),
      creditLimitKopecks: optional(given['credit-limit'], 'credit-limit', parseRoublesKopecks),
      minOrderKopecks: optional(given['least-order'], 'least-order', parseRoublesKopecks),
      freeDeliveryKopecks: optional(given['free-delivery'], 'free-delivery', parseRoublesKopecks),
      holdDays: optional(given['hold-days'], 'hold-days', parseIntegerUpTo(365)),
      stopOrders: optional(
        given['stop-orders'],
        'stop-orders',
        oneOf({ true: true, да: true, '1': true, false: false, нет: false, '0': false }),
      ),
      debtAlert: given['debt-alert'],
      stockDisplay: optional(given.stock, 'stock', oneOf({ exact: 'exact', more: 'more', words: 'words' })),
      stockCapMilli: optional(given['stock-cap'], 'stock-cap', parseQuantityMilli),
    },
  }
}

const sellerOptions = {
  inn: string,
  kpp: string,
  company: string,
  'full-name': string,
  ogrn: string,
  address: string,
  phone: string,
  email: string,
  head: string,
  'head-post': string,
  accountant: string,
  bank: string,
  bik: string,
  account: string,
  'correspondent-account': string,
  vat: string,
} as const

export function parseSellerArgs(args: string[]): SellerInput {
  const given = parseOptions(args, sellerOptions)
  return {
    inn: required(given.inn, 'inn').trim(),
    kpp: given.kpp?.trim(),
    company: given.company,
    fullName: given['full-name'],
    ogrn: given.ogrn?.trim(),
    legalAddress: given.address,
    phone: given.phone,
    email: given.email,
    headName: given.head,
    headPost: given['head-post'],
    accountantName: given.accountant,
    bank: given.bank,
    bik: given.bik?.trim(),
    account: given.account?.trim(),
    correspondentAccount: given['correspondent-account']?.trim(),
    vat: optional(
      given.vat,
      'vat',
      oneOf({ goods: 'goods', товары: 'goods', '7': '7', '5': '5', none: 'none', нет: 'none' }),
    ),
  }
}

function parseOptions<Options extends NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: false, strict: true }).values
  } catch (error) {
    throw new UsageError(describeParseError(error))
  }
}

/** Node's messages about arguments are English, so only the option is shown. */
function describeParseError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const option = /'(-{1,2}[^\s']+)/.exec(message)?.[1]
  if (/Unknown option/.test(message)) return `Неизвестный параметр ${option}`
  if (option !== undefined) return `У параметра ${option} нет значения`
  return `Лишнее слово: ${/'([^']+)'/.exec(message)?.[1] ?? message}`
}

function required(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`Укажите --${name}`)
  return value
}

function optional<Value>(
  given: string | undefined,
  name: string,
  parse: (given: string) => Value | undefined,
): Value | undefined {
  if (given === undefined) return undefined
  const value = parse(given.trim())
  if (value === undefined) throw new UsageError(`Значение --${name} «${given}» не подходит`)
  return value
}

function parseRole<Role extends string>(given: string, roles: readonly Role[]): Role {
  const found = roles.find((each) => each === given)
  if (found === undefined) throw new UsageError(`Роль «${given}» неизвестна: ${roles.join(', ')}`)
  return found
}

function oneOf<Value>(values: Record<string, Value>): (given: string) => Value | undefined {
  return (given) => (Object.hasOwn(values, given.toLowerCase()) ? values[given.toLowerCase()] : undefined)
}

/** dd.mm.yyyy or yyyy-mm-dd → yyyy-mm-dd, if the day exists. */
function parseDate(given: string): string | undefined {
  const day = /^\d{2}\.\d{2}\.\d{4}$/.test(given) ? given.split('.').toReversed().join('-') : given
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined
}

/** 'account:12' → its type and id. */
function parseObjectKey(given: string): { type: AuditObjectType; id: string } | undefined {
  const [, type = '', id = ''] = /^([a-z-]+):(.+)$/.exec(given) ?? []
  return Object.hasOwn(objectTypes, type) ? { type: type as AuditObjectType, id } : undefined
}

function parseRowId(given: string): number | undefined {
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

function parseIntegerUpTo(max: number): (given: string) => number | undefined {
  return (given) => (/^\d{1,6}$/.test(given) && Number(given) <= max ? Number(given) : undefined)
}

function parseQuantityMilli(given: string): number | undefined {
  const milli = parseMilli(given)
  return milli !== undefined && milli >= 0 ? milli : undefined
}

function parseRoublesKopecks(given: string): number | undefined {
  const milli = parseMilli(given)
  return milli !== undefined && milli >= 0 && milli % 10 === 0 ? milli / 10 : undefined
}
