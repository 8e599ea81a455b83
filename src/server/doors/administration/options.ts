import { parseArgs } from 'node:util'
import { staffRoles } from '#shared/rights.ts'
import { objectTypes, type AuditObjectType } from '#server/platform/audit/actions.ts'
import { parseMilli } from '#server/doors/exchange/parse/decimal.ts'
import { staffAccountRoles } from './accounts.ts'
import type { ContractInput } from './contract.ts'
import type { SellerInput } from './seller.ts'
import { CommandError } from './command-error.ts'

/** A wrong command line; its usage follows. */
export class UsageError extends CommandError {
  override name = 'UsageError'
}

type Text = { type: 'string' }
const text: Text = { type: 'string' }

export function readAdd(args: string[]) {
  const given = read(args, { login: text, name: text, role: text, password: text, phone: text })
  const login = required(given.login, 'login')
  return {
    login,
    name: given.name ?? login,
    role: readRole(required(given.role, 'role'), staffAccountRoles),
    phone: given.phone ?? '',
    password: given.password,
  }
}

export function readPassword(args: string[]) {
  const given = read(args, { login: text, password: text })
  return { login: required(given.login, 'login'), password: given.password }
}

export function readLogin(args: string[]) {
  return { login: required(read(args, { login: text }).login, 'login') }
}

/** `disable LOGIN`: the values in the order of their names. */
export function readWords<Name extends string>(args: string[], ...names: Name[]): Record<Name, string> {
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

export function readStaffRole(args: string[]) {
  const { ЛОГИН: login, РОЛЬ: role } = readWords(args, 'ЛОГИН', 'РОЛЬ')
  return { login, role: readRole(role, staffRoles) }
}

export function readAudit(args: string[]) {
  const given = read(args, { login: text, object: text, before: text, limit: text })
  return {
    login: given.login?.trim(),
    object: optional(given.object, 'object', readObject),
    beforeId: optional(given.before, 'before', readRowId),
    limit: optional(given.limit, 'limit', readWhole(1000)) ?? 50,
  }
}

export function readErasure(args: string[]) {
  const given = required(read(args, { object: text }).object, 'object')
  const object = readObject(given.trim())
  if (object === undefined) throw new UsageError(`Значение --object «${given}» не подходит`)
  return object
}

const contractOptions = {
  inn: text,
  kpp: text,
  company: text,
  'full-name': text,
  'legal-form': text,
  ogrn: text,
  address: text,
  phone: text,
  email: text,
  'contragent-id': text,
  number: text,
  date: text,
  'valid-to': text,
  status: text,
  id: text,
  'price-type': text,
  'rrc-type': text,
  warehouses: { type: 'string', multiple: true },
  manager: text,
  seller: text,
  owner: text,
  'owner-name': text,
  'owner-password': text,
  password: text,
  payment: text,
  prepayment: text,
  'deferral-days': text,
  'credit-limit': text,
  'least-order': text,
  'free-delivery': text,
  'hold-days': text,
  'stop-orders': text,
  'debt-alert': text,
  stock: text,
  'stock-cap': text,
} as const

export function readContract(args: string[]): ContractInput {
  const given = read(args, contractOptions)
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
      signedOn: optional(given.date, 'date', readDay),
      validTo: optional(given['valid-to'], 'valid-to', readDay),
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
      prepaymentPercent: optional(given.prepayment, 'prepayment', readWhole(100)),
      deferralDays: optional(given['deferral-days'], 'deferral-days', readWhole(3650)),
      creditLimitKopecks: optional(given['credit-limit'], 'credit-limit', readRoubles),
      minOrderKopecks: optional(given['least-order'], 'least-order', readRoubles),
      freeDeliveryKopecks: optional(given['free-delivery'], 'free-delivery', readRoubles),
      holdDays: optional(given['hold-days'], 'hold-days', readWhole(365)),
      stopOrders: optional(
        given['stop-orders'],
        'stop-orders',
        oneOf({ true: true, да: true, '1': true, false: false, нет: false, '0': false }),
      ),
      debtAlert: given['debt-alert'],
      stockDisplay: optional(given.stock, 'stock', oneOf({ exact: 'exact', more: 'more', words: 'words' })),
      stockCapMilli: optional(given['stock-cap'], 'stock-cap', readUnits),
    },
  }
}

const sellerOptions = {
  inn: text,
  kpp: text,
  company: text,
  'full-name': text,
  ogrn: text,
  address: text,
  phone: text,
  email: text,
  head: text,
  'head-post': text,
  accountant: text,
  bank: text,
  bik: text,
  account: text,
  'correspondent-account': text,
  vat: text,
} as const

export function readSeller(args: string[]): SellerInput {
  const given = read(args, sellerOptions)
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

function read<Options extends NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: false, strict: true }).values
  } catch (error) {
    throw new UsageError(explain(error))
  }
}

/** Node's messages about a command line are English; only the option is shown. */
function explain(error: unknown): string {
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
  readValue: (given: string) => Value | undefined,
): Value | undefined {
  if (given === undefined) return undefined
  const value = readValue(given.trim())
  if (value === undefined) throw new UsageError(`Значение --${name} «${given}» не подходит`)
  return value
}

function readRole<Known extends string>(given: string, roles: readonly Known[]): Known {
  const known = roles.find((each) => each === given)
  if (known === undefined) throw new UsageError(`Роль «${given}» неизвестна: ${roles.join(', ')}`)
  return known
}

function oneOf<Value>(values: Record<string, Value>): (given: string) => Value | undefined {
  return (given) => (Object.hasOwn(values, given.toLowerCase()) ? values[given.toLowerCase()] : undefined)
}

/** dd.mm.yyyy or yyyy-mm-dd → yyyy-mm-dd, of a day that exists. */
function readDay(given: string): string | undefined {
  const day = /^\d{2}\.\d{2}\.\d{4}$/.test(given) ? given.split('.').toReversed().join('-') : given
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined
}

/** 'account:12' → its type and id. */
function readObject(given: string): { type: AuditObjectType; id: string } | undefined {
  const [, type = '', id = ''] = /^([a-z-]+):(.+)$/.exec(given) ?? []
  return Object.hasOwn(objectTypes, type) ? { type: type as AuditObjectType, id } : undefined
}

function readRowId(given: string): number | undefined {
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

function readWhole(max: number): (given: string) => number | undefined {
  return (given) => (/^\d{1,6}$/.test(given) && Number(given) <= max ? Number(given) : undefined)
}

function readUnits(given: string): number | undefined {
  const milli = parseMilli(given)
  return milli !== undefined && milli >= 0 ? milli : undefined
}

function readRoubles(given: string): number | undefined {
  const milli = parseMilli(given)
  return milli !== undefined && milli >= 0 && milli % 10 === 0 ? milli / 10 : undefined
}
