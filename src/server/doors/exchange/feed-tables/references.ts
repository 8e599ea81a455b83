import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { Column, FeedTable, Reference } from './columns.ts'
import type { TableRow } from './read-rows.ts'
import { madeIdPrefix } from './records.ts'

/** Puts 1C's Ид in place of articles, names and numbers; a row whose text names nothing, or several, is rejected. */
export async function resolveReferences(db: Db, table: FeedTable, rows: readonly TableRow[]): Promise<void> {
  for (const reference of Object.keys(sources) as Reference[]) {
    const columns = table.columns.filter((column) => column.reference === reference)
    const values = [...new Set(rows.flatMap(({ item }) => columns.flatMap((column) => valuesOf(item, column))))]
    if (values.length === 0) continue
    const found = await findCodes(db, reference, values)
    for (const row of rows) for (const column of columns) replaceIn(row, column, found)
  }
}

/** Gives contracts without an Ид that of the contract with this number, if the portal has one. */
export async function adoptContractIds(db: Db, table: readonly TableRow[]): Promise<void> {
  const made = table.filter(({ item }) => String(item.id).startsWith(madeIdPrefix))
  const numbers = [...new Set(made.map(({ item }) => String(item.number)))]
  if (numbers.length === 0) return
  const { rows } = await db.execute<{ inn: string; number: string; code: string }>(sql`
    select g.inn, c.number, c.code1c as code from contracts c join contragents g on g.id = c.contragent_id
    where c.code1c is not null and c.number in (select jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))`)
  const known = new Map<string, string[]>()
  const keyOf = (number: unknown, inn: unknown) => JSON.stringify([number, inn])
  for (const { number, inn, code } of rows) {
    const key = keyOf(number, inn)
    known.set(key, [...(known.get(key) ?? []), code])
  }
  for (const { item } of made) {
    const inn = (item.contragent as { inn?: unknown } | undefined)?.inn
    const [code, ...others] = known.get(keyOf(item.number, inn)) ?? []
    if (code !== undefined && others.length === 0) item.id = code
  }
}

type Found = Map<string, { code: string } | { reason: string }>

/** (text, code): what a text may name; an Ид names itself before anything else. `named`: the texts of the table. */
const sources: Record<Reference, { rows: (named: SQL) => SQL; nothing: string; several: string }> = {
  product: {
    rows: (named) => sql`select n.text, p.code1c as code, p.code1c = n.text as exact from ${named} n
      join products p on p.code1c = n.text or p.articul = n.text and p.active`,
    nothing: 'Нет такого товара',
    several: 'Несколько товаров с таким артикулом, укажите Ид',
  },
  contract: {
    rows: (named) => sql`select n.text, c.code1c as code, c.code1c = n.text as exact from ${named} n
      join contracts c on c.code1c = n.text or c.number = n.text and c.code1c is not null`,
    nothing: 'Нет договора с таким номером или Ид: сначала загрузите договоры',
    several: 'Несколько договоров с таким номером, укажите Ид',
  },
  priceType: {
    rows: (named) => sql`select n.text, t.code1c as code, t.code1c = n.text as exact from ${named} n
      join price_types t on t.base_id is null and (t.code1c = n.text or lower(t.name) = lower(n.text))`,
    nothing: 'Нет такого типа цен',
    several: 'Несколько типов цен с таким названием, укажите Ид',
  },
  warehouse: {
    rows: (named) => sql`select n.text, w.code1c as code, w.code1c = n.text as exact from ${named} n
      join warehouses w on w.code1c = n.text or lower(w.name) = lower(n.text)`,
    nothing: 'Нет такого склада',
    several: 'Несколько складов с таким названием, укажите Ид',
  },
  category: {
    rows: (named) => sql`select n.text, c.code1c as code, c.code1c = n.text as exact from ${named} n
      join categories c on c.code1c = n.text or lower(c.name) = lower(n.text) and c.active`,
    nothing: 'Нет такой группы',
    several: 'Несколько групп с таким названием, укажите Ид',
  },
}

async function findCodes(db: Db, reference: Reference, values: readonly string[]): Promise<Found> {
  const { rows: select, nothing, several } = sources[reference]
  const named = sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) as text)`
  const { rows } = await db.execute<{ text: string; codes: string[]; exact: string | null }>(sql`
    select text, array_agg(distinct code) as codes, max(code) filter (where exact) as exact
    from (${select(named)}) found where code is not null group by text`)
  const byText = new Map(rows.map((row) => [row.text, row]))
  const found: Found = new Map()
  for (const text of values) {
    const row = byText.get(text)
    const code = row?.exact ?? (row?.codes.length === 1 ? row.codes[0] : undefined)
    found.set(text, code === undefined ? { reason: `${row === undefined ? nothing : several}: ${text}` } : { code })
  }
  return found
}

function valuesOf(item: Record<string, unknown>, { field }: Column): string[] {
  const [group = '', name] = field.split('[].')
  if (name === undefined) return textsOf(item[group])
  return (item[group] as Record<string, unknown>[] | undefined)?.flatMap((line) => textsOf(line[name])) ?? []
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : []

function replaceIn(row: TableRow, { field }: Column, found: Found): void {
  const [group = '', name] = field.split('[].')
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced)
    const match = typeof value === 'string' ? found.get(value) : undefined
    if (match !== undefined && 'reason' in match) {
      row.reason ??= match.reason
      row.unresolved = [...(row.unresolved ?? []), field]
    }
    return match !== undefined && 'code' in match ? match.code : value
  }
  const { item } = row
  if (name === undefined && item[group] !== undefined) item[group] = replaced(item[group])
  if (name === undefined) return
  for (const line of (item[group] as Record<string, unknown>[] | undefined) ?? [])
    if (line[name] !== undefined) line[name] = replaced(line[name])
}
