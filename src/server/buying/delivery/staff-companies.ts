import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import {
  listAllCompanies,
  lockDelivery,
  writeCompany,
  writeTerminals,
  writeTypes,
  type StoredCompany,
  type StoredTerminal,
  type StoredType,
} from './queries-staff.ts'
import { listStaffDelivery, type StaffDelivery } from './staff.ts'

type Unsaved<Row> = Omit<Row, 'id'> & { id: number | undefined }
export type CompanyInput = {
  /** Undefined: a new one. */
  id: number | undefined
  version: string | undefined
  name: string
  active: boolean
  types: Unsaved<StoredType>[]
  terminals: Unsaved<StoredTerminal>[]
}

/** Saves a carrier with types and terminals in one transaction; unlisted ones are kept. Idempotent. */
export async function saveCompany(
  { db }: { db: Db },
  actor: Actor,
  input: CompanyInput,
): Promise<StaffDelivery & { id: number }> {
  validateCompany(input)
  return db.transaction(async (tx) => {
    await lockDelivery(tx)
    const all = await listAllCompanies(tx)
    const named = all.find(({ id }) => id === input.id)
    if (input.id !== undefined && !named) throw new AppError('notFound')
    const current = named ?? all.find((each) => isSame(each, toRows(input, each), input))
    const rows = toRows(input, current)
    if (!areKnown(rows.types, current?.types) || !areKnown(rows.terminals, current?.terminals))
      throw new AppError('notFound')
    if (current && isSame(current, rows, input)) return { id: current.id, ...(await listStaffDelivery({ db: tx })) }
    if (current && current.version !== input.version) throw new AppError('conflict')
    const id = await writeCompany(tx, current?.id, { name: input.name, active: input.active })
    await writeTypes(tx, id, rows.types)
    await writeTerminals(tx, id, rows.terminals)
    await audit(tx, actor, id, current)
    return { id, ...(await listStaffDelivery({ db: tx })) }
  })
}

async function audit(tx: Db, actor: Actor, id: number, before: StoredCompany | undefined): Promise<void> {
  const after = (await listAllCompanies(tx)).find((each) => each.id === id)
  await recordAudit(tx, byAccount(actor), {
    action: before ? 'delivery-company.changed' : 'delivery-company.created',
    object: { type: 'delivery-company', id },
    before: auditFields(before),
    after: auditFields(after),
  })
}

/** Types and terminals as separate audit fields, so that only changes of a long list are recorded. */
function auditFields(company: StoredCompany | undefined): Record<string, unknown> {
  if (!company) return {}
  const { name, active, types, terminals } = company
  const listed = <Row extends { id: number }>(field: string, rows: Row[]) =>
    rows.map(({ id, ...row }) => [`${field}.${id}`, row] as const)
  return { name, active, ...Object.fromEntries([...listed('types', types), ...listed('terminals', terminals)]) }
}

/** Errors by the names of the form's fields. */
function validateCompany({ name, types, terminals }: CompanyInput): void {
  const fields: Record<string, string> = {}
  if (name === '') fields.header = 'Укажите название'
  if (types.length === 0) fields.types = 'Добавьте хотя бы один вид доставки'
  for (const [index, type] of types.entries())
    if (type.name === '') fields[`types.${index}.header`] = 'Укажите название'
  const seen = new Set<string>()
  for (const [index, terminal] of terminals.entries()) {
    if (terminal.city === '') fields[`terminals.${index}.city`] = 'Укажите город'
    if (terminal.address === '') fields[`terminals.${index}.header`] = 'Укажите адрес'
    const key = terminalKey(terminal)
    if (seen.has(key)) fields[`terminals.${index}.header`] = 'Такой терминал уже есть'
    seen.add(key)
  }
  throwIfInvalid(fields)
}

type Rows = ReturnType<typeof toRows>

/** The input as rows; rows without an id that already exist get theirs. */
function toRows({ types, terminals }: CompanyInput, stored: StoredCompany | undefined) {
  return {
    types: identified(types, stored?.types ?? [], ({ name }) => name.toLowerCase()),
    terminals: identified(terminals, stored?.terminals ?? [], terminalKey),
  }
}

function identified<Row extends { id?: number | undefined }, Stored extends { id: number }>(
  rows: Row[],
  stored: Stored[],
  keyOfRow: (row: Row | Stored) => string,
): Row[] {
  const byKey = new Map(stored.map((row) => [keyOfRow(row), row.id]))
  return rows.map((row) => ({ ...row, id: row.id ?? byKey.get(keyOfRow(row)) }))
}

/** Rows with an id must belong to the carrier. */
function areKnown(rows: readonly { id?: number | undefined }[], stored: readonly { id: number }[] = []): boolean {
  const own = new Set<number | undefined>(stored.map(({ id }) => id))
  return rows.every(({ id }) => id === undefined || own.has(id))
}

function isSame(stored: StoredCompany, { types, terminals }: Rows, { name, active }: CompanyInput): boolean {
  return (
    stored.name === name &&
    stored.active === active &&
    includesAll(types, stored.types) &&
    includesAll(terminals, stored.terminals)
  )
}

function includesAll<Row extends { id?: number | undefined }>(
  rows: readonly Row[],
  stored: readonly (Row & { id: number })[],
): boolean {
  const byId = new Map(stored.map((row) => [row.id, row]))
  return rows.every((row) => {
    const found = row.id === undefined ? undefined : byId.get(row.id)
    return found !== undefined && (Object.keys(row) as (keyof Row)[]).every((name) => found[name] === row[name])
  })
}

function terminalKey({ city, address }: { city: string; address: string }): string {
  return `${city}\n${address}`.toLowerCase()
}
