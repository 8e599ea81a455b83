import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { notifyNewDocuments } from '#server/buying/documents/notify.ts'
import {
  countDocumentsLeftOut,
  documentsLeftOut,
  listRecordFiles,
  listUnusedFiles,
  receiveDocuments,
  type RecordFile,
} from '#server/buying/documents/shared-queries-receive.ts'
import { isDocument } from '#server/platform/files/document-types.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { replaceAttachedFiles } from '#server/platform/mail/shared-queries.ts'
import { readSetting } from '#server/platform/settings.ts'
import { maxPdfBytes, type DocumentLine } from '../../feed-lines/document-line.ts'
import { checkFreeSpace, DiskFull } from '../../receive/disk-space.ts'
import type { ImportContext } from '../context.ts'
import {
  countWritten,
  FeedRefused,
  assertPlausibleEnding,
  hasItems,
  identifiesEveryLine,
  rejectItems,
  type FeedOptions,
  type StoredLineFile,
} from './feed-items.ts'

const feed = 'documents'

/** Stores a line's PDF under a unique key, because another feed may send the same document concurrently. */
export async function storePdf(files: FileStore, item: unknown): Promise<StoredLineFile> {
  const { pdf, ...line } = item as DocumentLine
  if (pdf === undefined) return { item: line }
  const bytes = Buffer.from(pdf, 'base64')
  if (bytes.length === 0 || !isDocument('pdf', bytes)) return { reason: 'pdf: Содержимое не PDF в base64' }
  if (bytes.length > maxPdfBytes) return { reason: `pdf: Файл больше ${maxPdfBytes / 1024 / 1024} МБ` }
  const name = randomUUID()
  const key = `shipping-documents/${name.slice(0, 2)}/${name}.pdf`
  await assertFreeSpace(files, bytes.length)
  await files.put(key, bytes)
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { key, item: { ...line, file: { key, digest, bytes: bytes.length } } }
}

async function assertFreeSpace(files: FileStore, neededBytes: number): Promise<void> {
  try {
    await checkFreeSpace({ files }, neededBytes)
  } catch (error) {
    throw error instanceof DiskFull ? new FeedRefused(error.message) : error
  }
}

export async function checkDocuments(context: ImportContext): Promise<void> {
  await rejectItems(
    context,
    feed,
    `select i.line, i.id as code, 'Договор не найден: ' || (i.item ->> 'contract') as reason
     from feed_items i left join contracts c on c.code1c = i.item ->> 'contract' where not i.deleted and c.id is null`,
  )
  await rejectItems(
    context,
    feed,
    `select i.line, i.id as code, 'pdf: Нет файла, и раньше он не приходил' as reason
     from feed_items i left join shipping_documents d on d.code1c = i.id
     where not i.deleted and i.item -> 'file' is null and d.id is null
       and not exists (select from feed_items other where other.id = i.id and other.item -> 'file' is not null)`,
  )
}

export async function applyDocuments(context: ImportContext, { full, allowMassEnding }: FeedOptions): Promise<void> {
  const { db } = context
  let deleted = sql`select id as code1c from feed_items where deleted`
  if (full && (await hasItems(context)) && (await identifiesEveryLine(context, feed))) {
    // Existing documents named by a rejected line are not ended.
    const named = sql`select id as code1c from feed_answers where id is not null`
    const maxPercent = await readSetting(db, 'exchange.deactivation.mostPercent')
    assertPlausibleEnding(await countDocumentsLeftOut(db, { named }), { maxPercent, allowMassEnding })
    deleted = sql`${deleted} union ${documentsLeftOut({ named })}`
  }
  const records = sql`select id as code1c from feed_items`
  const before = await listRecordFiles(db, { records })
  for (const { key } of before) context.touchedFiles.add(key)
  const { created, changed, unchanged, ended, newIds } = await receiveDocuments(db, { sent, deleted })
  await replaceAttachedFiles(db, { replaced: replacedFiles(before, await listRecordFiles(db, { records })) })
  await notifyNewDocuments(db, { ids: newIds, now: new Date() })
  countWritten(context, feed, { created, changed: changed + ended, unchanged })
}

/** A letter that waits takes the newer file, unless the record has become another contract's. */
function replacedFiles(before: readonly RecordFile[], now: readonly RecordFile[]): { from: string; to: string }[] {
  const newer = new Map(now.map((file) => [file.code1c, file]))
  return before.flatMap(({ code1c, contractId, key }) => {
    const file = newer.get(code1c)
    return file && file.key !== key && file.contractId === contractId ? { from: key, to: file.key } : []
  })
}

/** Deletes files of the feed that no document uses: of rejected lines, duplicates and replaced ones. */
export async function deleteUnusedFiles({ db, touchedFiles }: ImportContext, files: FileStore): Promise<void> {
  for (const key of await listUnusedFiles(db, { keys: [...touchedFiles] })) await files.delete(key)
}

/** A line without PDF may rely on another line of the same document. */
const sent = sql`
  select i.line, i.id as code1c, c.id as contract_id, i.item ->> 'kind' as kind, coalesce(i.item ->> 'document', '')
      as paper,
    i.item ->> 'number' as number, (i.item ->> 'date')::date as day, (i.item ->> 'sum')::bigint as sum_kopecks,
    (i.item ->> 'vat')::bigint as vat_kopecks, coalesce(o.id, k.id) as order_id,
      coalesce(i.item ->> 'basis', '') as basis,
    i.item ->> 'edo' as edo, (i.item ->> 'edoDate')::date as edo_on, coalesce(i.item ->> 'edoBy', '') as edo_by,
    (i.item ->> 'validTo')::date as valid_to, f.file ->> 'key' as file_key, (f.file ->> 'bytes')::int as file_bytes,
    f.file ->> 'digest' as file_digest
  from feed_items i join contracts c on c.code1c = i.item ->> 'contract'
    left join (select distinct on (id) id, item -> 'file' as file from feed_items where item -> 'file' is not null
        order by id, line desc) f on f.id = i.id
    left join orders o on o.number = i.item ->> 'order' and o.contract_id = c.id
    left join (select distinct on (contract_id, code1c) id, contract_id, code1c from orders where code1c is not null
        order by contract_id, code1c, id) k on k.code1c = i.item ->> 'order' and k.contract_id = c.id
  where not i.deleted`
