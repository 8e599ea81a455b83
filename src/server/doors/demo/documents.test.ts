import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { includedVatKopecks } from '#shared/rules/money.ts'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import { openOrderFixture, type OrderFixture } from '#tests/support/books/order-fixture.ts'
import { addLedger } from '#tests/support/ledger.ts'
import { writeDemoDocuments } from './documents.ts'

let desk: OrderFixture
let folder: string

beforeAll(async () => {
  desk = await openOrderFixture()
  folder = await mkdtemp(join(tmpdir(), 'demo-documents-'))
})
afterAll(async () => {
  await desk.close()
  await rm(folder, { recursive: true, force: true })
})

test('the VAT of a demo document is the sum of its lines’ VAT, as in the report on purchased goods', async () => {
  const { contractId } = desk.world
  await desk.db.update(contracts).set({ code1c: 'demo-vat' }).where(eq(contracts.id, contractId))
  // Of 100.01 ₽ the VAT is 18.03 ₽; of three such lines 54.09 ₽, of their total 54.10 ₽.
  const line = { productId: null, articul: '', name: 'Рейка', unit: 'шт', quantityMilli: 1000, sumKopecks: 10_001 }
  const goods = Array.from({ length: 3 }, () => ({ ...line, vatKopecks: includedVatKopecks(line.sumKopecks, 22) }))
  await addLedger(desk.db, contractId, [{ number: '3570', debit: 30_003, goods }])
  const path = await writeDemoDocuments(desk.db, folder, { contractIds: [contractId], today: '2026-11-28' })
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  const documents = lines.map((json) => JSON.parse(json) as { kind: string; number: string; vat: number })
  expect(documents.find(({ kind }) => kind === 'upd')).toMatchObject({ number: '3570', sum: 300.03, vat: 54.09 })
})
