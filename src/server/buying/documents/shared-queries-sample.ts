import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { shippingDocuments } from '#server/platform/db/schema/ledger.ts'

export type SampleDocument = Omit<typeof shippingDocuments.$inferInsert, 'id' | 'code1c' | 'contractId' | 'digest'>

/** Serialises what gives demo visitors documents (shared) with what deletes files of them (alone). */
export async function lockSampleDocuments(tx: Db, { exclusive }: { exclusive: boolean }): Promise<void> {
  await tx.execute(
    exclusive
      ? sql`select pg_advisory_xact_lock(${sampleDocumentsLock})`
      : sql`select pg_advisory_xact_lock_shared(${sampleDocumentsLock})`,
  )
}

const sampleDocumentsLock = 20_261_126

/** For visitors of the demo mode: documents as if 1C had sent them. Several visitors may share a file. */
export async function insertSampleDocuments(
  tx: Db,
  { contractId, documents }: { contractId: number; documents: readonly SampleDocument[] },
): Promise<void> {
  await tx.insert(shippingDocuments).values(documents.map((document) => ({ ...document, contractId, ...newCode() })))
}

function newCode() {
  const code1c = randomUUID()
  return { code1c, digest: code1c }
}

/** Whether any document has a file below the folder. */
export async function isFolderInUse(tx: Db, { folder }: { folder: string }): Promise<boolean> {
  const { rows } = await tx.execute<{ used: boolean }>(sql`
    select exists (select from shipping_documents where starts_with(file_key, ${folder})) as used`)
  return rows[0]?.used ?? false
}
