import { mostUploadRows, rowStatuses, type UploadRow, type uploadsFromBuffer } from '#shared/api/uploads.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { isPackUnit } from '#shared/rules/quantity-text.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import { findBasket, type OpenBasket } from '#server/features/basket/queries.ts'
import { missing } from '#server/features/basket/service.ts'
import { isKnownCode, productsOfName } from '#server/features/catalogue/exact-goods.ts'
import type { Catalogue } from '#server/features/catalogue/open.ts'
import type { ExtractedRow } from '#server/files/tables/extract.ts'
import type { OwnPriceList } from '#server/files/tables/own-price-list.ts'
import { Busy, type OpenTable, type TableReader } from '#server/files/tables/read-tables.ts'
import type { SheetSample } from '#server/files/tables/sample.ts'
import type { Source } from '#server/files/tables/talk.ts'
import { Unreadable } from '#server/files/tables/unreadable.ts'
import { choiceOf, choicesOf, decideReading, type Choice, type Columns, type Reading } from './columns.ts'
import type { Recognise } from './content-columns.ts'
import { packsIn } from './headings.ts'
import { mentionsIn } from './mentions.ts'
import { findCustomer, listColumns, type Customer } from './queries.ts'
import { resolveRows, type RowWish } from './resolve.ts'

export type Review = Omit<ReplyOf<typeof uploadsFromBuffer>, 'status'>

type Deps = { db: Db; catalogue: Catalogue; tables: TableReader }
type Asked = { contractId: number | undefined; file: string; source: Source; choice: Choice }

/** Reads a buyer's table and tells of each row with a quantity what it comes to. Keeps nothing of it. */
export async function reviewTable(deps: Deps, actor: BuyerActor, { contractId, file, source, choice }: Asked): Promise<Review> {
  const { basket, customer } = await openUnder(deps, actor, contractId)
  const remembered = await listColumns(deps.db, { organisationId: actor.organisationId, contragentId: customer.contragentId })
  const recognise = recogniseIn(deps.catalogue)
  const { wishes, ...table } = await readIn(deps.tables, source, async (open) => (open.own ? ownTable(open.own) : foreignTable(open, { choice, remembered, recognise })))
  const rows = await resolveRows(deps, actor, wishes, { basket, customer, merge: true, candidates: true })
  const counts = Object.fromEntries(rowStatuses.map((status) => [status, rows.filter((row) => row.status === status).length])) as Review['counts']
  return { file, ...table, contragent: customer.contragent, rows, counts, sum: totalOf(rows) }
}

/** Typed rows, one answer for each in its place. */
export async function resolveTyped(deps: Omit<Deps, 'tables'>, actor: BuyerActor, { contractId, rows, candidates }: { contractId: number | undefined; rows: readonly { code: string; qnt: string; id?: number | undefined }[]; candidates: boolean }) {
  const { basket, customer } = await openUnder(deps, actor, contractId)
  const wishes = rows.map(({ code, qnt, id }, place): RowWish => {
    const text = code.trim()
    return { row: place + 1, raw: { code, name: '', qnt }, texts: { articul: text, code: text, barcode: text, name: '' }, id }
  })
  return { contract: basket.contractId, rows: await resolveRows(deps, actor, wishes, { basket, customer, merge: false, candidates }) }
}

async function openUnder({ db }: { db: Db }, actor: BuyerActor, contractId: number | undefined): Promise<{ basket: OpenBasket; customer: Customer }> {
  const basket = await findBasket(db, { accountId: actor.accountId, contractId })
  const customer = basket && (await findCustomer(db, { organisationId: actor.organisationId, contractId: basket.contractId }))
  if (!basket || !customer) throw missing(contractId)
  return { basket, customer }
}

type Table = Omit<Review, 'file' | 'contragent' | 'rows' | 'counts' | 'sum'> & { wishes: RowWish[] }

async function readIn(tables: TableReader, source: Source, use: (open: OpenTable) => Promise<Table>): Promise<Table> {
  try {
    return await tables.read(source, use)
  } catch (error) {
    if (error instanceof Unreadable) throw new AppError('noTable', { message: error.message }, { cause: error })
    if (error instanceof Busy) throw new AppError('tooManyRequests', { message: 'Сейчас загружается слишком много файлов. Повторите через несколько секунд', retryAfterSeconds: 5 })
    throw error
  }
}

function ownTable({ sheetName, columns, rows, skipped, isCut }: OwnPriceList): Table {
  return {
    sheets: [{ index: 0, name: sheetName, rows: rows.length + skipped, ordered: rows.length > 0 }],
    sheet: 0,
    headerRow: 3,
    columns,
    choices: Object.values(columns).map((column) => ({ ...column, samples: [] })),
    remembered: false,
    own: true,
    wishes: rows.map((row) => ({ ...wishOf(row), id: Number.isSafeInteger(row.id) && row.id > 0 ? row.id : undefined })),
    skipped,
    truncated: isCut,
  }
}

async function foreignTable({ samples = [], extract }: OpenTable, known: Parameters<typeof decideReading>[1]): Promise<Table> {
  const reading = decideReading(samples, known)
  if (!reading) throw new AppError('invalid', { fields: { sheet: 'В файле нет такого листа' } })
  const { columns, sample, headings } = reading
  const packs = packsIn(headings?.texts[columns.qnt ?? -1] ?? '')
  const choice = choiceOf(reading)
  const extracted = choice && (await extract({ sheet: sample.index, choice }))
  return {
    sheets: samples.map(({ index, name, filled }: SheetSample) => ({ index, name, rows: filled, ordered: reading.ordered.includes(index) })),
    sheet: sample.index,
    headerRow: headings ? headings.last + 1 : null,
    columns: columnsOf(reading, columns),
    choices: choicesOf(reading),
    remembered: reading.remembered,
    own: false,
    wishes: (extracted?.rows ?? []).slice(0, mostUploadRows).map((row) => wishOf({ ...row, unit: row.unit || packs })),
    skipped: extracted?.skipped ?? 0,
    truncated: extracted?.isCut ?? false,
  }
}

function columnsOf({ headings }: Reading, columns: Columns): Review['columns'] {
  const told = (index: number | undefined) => (index === undefined ? null : { index, heading: headings?.texts[index] ?? '' })
  return { articul: told(columns.articul), code: told(columns.code), barcode: told(columns.barcode), name: told(columns.name), qnt: told(columns.qnt) }
}

function wishOf({ row, articul, code, barcode, name, qnt, unit = '' }: ExtractedRow): RowWish {
  const counted = isPackUnit(unit) && !/\p{L}/u.test(qnt) ? `${qnt} ${unit}` : qnt
  return { row, raw: { code: articul || code || barcode, name, qnt: counted }, texts: { articul, code, barcode, name } }
}

const shortestBarcode = 8

/** What a text is called in the catalogue as it stands now. */
function recogniseIn(catalogue: Catalogue): Recognise {
  const { snapshot } = catalogue.shelf()
  const isMentioned = (text: string) => /\s/.test(text) && mentionsIn(text).some(({ code }) => isKnownCode(snapshot, code) !== undefined)
  return (text) => {
    const known = isKnownCode(snapshot, text)
    if (known === 'article') return 'articul'
    if (known === 'number') return text.replace(/\D/g, '').length >= shortestBarcode ? 'barcode' : 'code'
    return (/\p{L}{2,}\s+\S/u.test(text) && productsOfName(snapshot, text).length > 0) || isMentioned(text) ? 'name' : undefined
  }
}

function totalOf(rows: readonly UploadRow[]): number | null {
  if (rows.some(({ goods }) => goods !== null && goods.price === null)) return null
  return rows.reduce((kopecks, { sum }) => kopecks + Math.round((sum ?? 0) * 100), 0) / 100
}
