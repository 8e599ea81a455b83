import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import { setBalances } from '#server/customers/organisations/shared-queries-write.ts'
import type { Db } from '#server/platform/db/client.ts'
import { ledgerEntries, ledgerLines, ledgerSettlements } from '#server/platform/db/schema/ledger.ts'

export type SampleSale = {
  orderId: number
  /** Of the document and of its payment. */
  number: string
  day: Day
  dueOn: Day
  kopecks: number
  goods: {
    productId: number
    articul: string
    name: string
    unit: string
    quantityMilli: number
    sumKopecks: number
    vatKopecks: number
  }[]
  payment: { number: string; day: Day; kopecks: number } | undefined
}

/**
 * For visitors of the demo mode: sales and their payments as if 1C had sent them; each payment pays its own document.
 * Whose books they are told of as of which instant stays what 1C has said.
 */
export async function insertSampleSales(
  tx: Db,
  { contractId, sales }: { contractId: number; sales: SampleSale[] },
): Promise<void> {
  const coded = sales.map((sale) => ({ ...sale, code1c: randomUUID() }))
  const documents = await tx
    .insert(ledgerEntries)
    .values(
      coded.map(({ code1c, orderId, number, day, dueOn, kopecks, payment }) => ({
        ...common({ contractId, code1c, number, day }),
        feed: 'ledger',
        kind: 'sale',
        paper: 'УПД',
        debitKopecks: kopecks,
        dueOn,
        leftKopecks: kopecks - (payment?.kopecks ?? 0),
        orderId,
      })),
    )
    .returning({ id: ledgerEntries.id, code1c: ledgerEntries.code1c })
  const idOf = new Map(documents.map(({ id, code1c }) => [code1c, id]))
  await tx
    .insert(ledgerLines)
    .values(
      coded.flatMap(({ code1c, goods }) =>
        goods.map((good, index) => ({ ...good, entryId: idOf.get(code1c) ?? 0, position: index + 1 })),
      ),
    )
  await insertPayments(tx, { contractId, sales: coded })
  const left = coded.reduce((sum, { kopecks, payment }) => sum + kopecks - (payment?.kopecks ?? 0), 0)
  await setBalances(
    tx,
    sql`select ${contractId}::int as contract_id, ${left}::bigint as debt_kopecks, 0::bigint as advance_kopecks`,
  )
}

async function insertPayments(
  tx: Db,
  { contractId, sales }: { contractId: number; sales: (SampleSale & { code1c: string })[] },
): Promise<void> {
  const paid = sales.flatMap(({ payment, code1c }) => (payment ? [{ ...payment, document: code1c }] : []))
  if (paid.length === 0) return
  const rows = await tx
    .insert(ledgerEntries)
    .values(
      paid.map(({ number, day, kopecks }) => ({
        ...common({ contractId, code1c: randomUUID(), number, day }),
        feed: 'payments',
        kind: 'payment',
        creditKopecks: kopecks,
      })),
    )
    .returning({ id: ledgerEntries.id })
  await tx.insert(ledgerSettlements).values(
    paid.map(({ document, kopecks }, index) => ({
      entryId: rows[index]?.id ?? 0,
      documentCode1c: document,
      sumKopecks: kopecks,
    })),
  )
}

type Common = { contractId: number; code1c: string; number: string; day: Day }

const common = (columns: Common) => ({ ...columns, digest: columns.code1c })
