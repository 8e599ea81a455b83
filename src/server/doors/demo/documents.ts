import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { addDays, type Day } from '#shared/rules/dates.ts'
import { awaitingApproval, cancelled, newOrder } from '#shared/rules/order-states.ts'
import { includedVatKopecks, roubles } from '#shared/rules/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { openPdfRenderer } from '#server/platform/files/pdf.ts'
import {
  sampleCertificate,
  sampleInvoice,
  sampleUpd,
  type SampleSale,
} from '#server/doors/visitors/sample-document-layout.ts'
import { guidFor } from './random.ts'

const seed = 20_263
const vatPercent = 22
const maxDocuments = 8
const maxInvoices = 6
/** Newer documents are not signed yet. */
const signedWithinDays = 6

type Sale = SampleSale & {
  contract: string
  /** The sum of the lines' VAT: reports on purchased goods add up the same lines. */
  vatKopecks: number
  /** Number of the shipped order, or null. */
  order: string | null
}

type FeedLine = Record<string, string | number | null>

/**
 * The feed `documents` as 1C would send it, with PDF: the latest УПД and invoices of two contracts, and a certificate.
 */
export async function writeDemoDocuments(
  db: Db,
  folder: string,
  { contractIds, today }: { contractIds: readonly number[]; today: Day },
): Promise<string> {
  const pdf = openPdfRenderer()
  try {
    const lines: FeedLine[] = []
    for (const contractId of contractIds) {
      // The newest one waits for the buyer's signature, whatever the day of loading.
      for (const [index, sale] of (await listSales(db, contractId)).entries())
        lines.push(await documentOf(pdf, sale, { isSigned: index > 0 && addDays(sale.day, signedWithinDays) < today }))
      for (const order of await listOrders(db, contractId)) lines.push(await invoiceOf(pdf, order))
      lines.push(await certificateOf(pdf, contractId, today))
    }
    const path = join(folder, 'documents.ndjson')
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return path
  } finally {
    await pdf.close()
  }
}

async function listSales(db: Db, contractId: number): Promise<Sale[]> {
  const { rows } = await db.execute<Sale>(sql`
    select c.code1c as contract, e.number,
      (select number from orders where id = e.order_id) as "order", e.day::text as day, e.debit_kopecks as kopecks,
        g.company as buyer,
      (select coalesce(sum(vat_kopecks), 0)::bigint from ledger_lines where entry_id = e.id) as "vatKopecks",
      coalesce((select company from sellers order by id limit 1), '') as seller, (
        select coalesce(jsonb_agg(jsonb_build_object('articul', l.articul, 'name', l.name, 'unit', l.unit, 'milli',
          l.quantity_milli, 'kopecks', l.sum_kopecks) order by l.position), '[]') from ledger_lines l
        where l.entry_id = e.id) as lines
    from ledger_entries e join contracts c on c.id = e.contract_id join contragents g on g.id = c.contragent_id
    where e.contract_id = ${contractId} and e.kind = 'sale' order by e.day desc, e.id desc limit ${maxDocuments}`)
  return rows
}

type Renderer = ReturnType<typeof openPdfRenderer>

async function documentOf(pdf: Renderer, sale: Sale, { isSigned }: { isSigned: boolean }): Promise<FeedLine> {
  const bytes = await pdf.render(sampleUpd(sale))
  const signedOn = addDays(sale.day, 2)
  return {
    id: guidFor(seed, `upd:${sale.contract}:${sale.number}`),
    contract: sale.contract,
    kind: 'upd',
    number: sale.number,
    date: sale.day,
    order: sale.order,
    sum: roubles(sale.kopecks),
    vat: roubles(sale.vatKopecks),
    edo: isSigned ? 'signed' : 'delivered',
    edoDate: isSigned ? signedOn : sale.day,
    edoBy: isSigned ? 'Ирина Соколова' : '',
    pdf: bytes.toString('base64'),
  }
}

/** `rows`: sums of its lines, and of its paid delivery. */
type InvoicedOrder = { contract: string; number: string; day: Day; kopecks: number; rows: number[] }

/** The latest orders; new, unapproved and cancelled ones have no invoice. */
async function listOrders(db: Db, contractId: number): Promise<InvoicedOrder[]> {
  const { rows } = await db.execute<InvoicedOrder>(sql`
    select c.code1c as contract, o.number, to_char(o.created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day,
      o.sum_kopecks as kopecks,
      (select jsonb_agg(sum_kopecks) from order_lines where order_id = o.id and not cancelled)
        || to_jsonb(o.delivery_kopecks) as rows
    from orders o join contracts c on c.id = o.contract_id
    where o.contract_id = ${contractId} and o.state not in (${newOrder}, ${awaitingApproval}, ${cancelled})
    order by o.created_at desc, o.id desc limit ${maxInvoices}`)
  return rows
}

async function invoiceOf(pdf: Renderer, { contract, number, day, kopecks, rows }: InvoicedOrder): Promise<FeedLine> {
  const bytes = await pdf.render(sampleInvoice({ number, day, kopecks }))
  return {
    id: guidFor(seed, `invoice:${number}`),
    contract,
    kind: 'invoice',
    number,
    date: day,
    order: number,
    sum: roubles(kopecks),
    vat: roubles(rows.reduce((sum, row) => sum + includedVatKopecks(row, vatPercent), 0)),
    pdf: bytes.toString('base64'),
  }
}

async function certificateOf(pdf: Renderer, contractId: number, today: Day): Promise<FeedLine> {
  const number = `RU С-RU.АБ24.В.0${4100 + contractId}`
  const validTo = addDays(today, contractId % 2 === 0 ? 18 : 410)
  const bytes = await pdf.render(sampleCertificate({ number, validTo }))
  return {
    id: guidFor(seed, `certificate:${contractId}`),
    contract: `demo-${contractId}`,
    kind: 'certificate',
    number,
    date: addDays(today, -20),
    validTo,
    basis: 'Электроинструмент',
    pdf: bytes.toString('base64'),
  }
}
