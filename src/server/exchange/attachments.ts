import type { PoolClient } from 'pg'
import { ImportContext } from './apply/context.ts'
import { checkpoint, finishRun, openRun } from './apply/runs.ts'

/** A file that goods name: a picture or a document. */
export type Attachment = { fileId: number | null; name: string; open: () => AsyncIterable<Uint8Array> }

export type Attachments = {
  sessionId: number
  attachments: Attachment[]
  onDone: (attachment: Attachment, done: number) => Promise<void>
  stop?: AbortSignal
}

/** A file that is not what its name says; its message is the reason that the log tells. */
export class Unfit extends Error {
  override name = 'Unfit'
}

/** What a crash takes from the log's figures at most; a rejection is told at once. */
const checkpointEvery = 25
const mostBytes = 40 * 1024 * 1024

/**
 * Takes files one by one in a run of their own. `take` answers whether anything is new; a file that it finds unfit is
 * rejected in the log and the rest goes on.
 */
export async function importAttachments(
  sql: PoolClient,
  kind: 'pictures' | 'documents',
  { sessionId, attachments, onDone, stop }: Attachments,
  take: (name: string, bytes: Buffer) => Promise<boolean>,
): Promise<void> {
  if (attachments.length === 0) return
  const run = await openRun(sql, { sessionId, fileId: attachments[0]?.fileId ?? null, type: kind, name: `${attachments.length} файлов` })
  const context = new ImportContext(sql, { sessionId, receivedAt: new Date(), settings: { stockMeaning: 'free', rrcTypeCode: null, makesGoodsOfOffers: false } })
  context.tally.resume(run.counts, run.told)
  let done = run.itemsDone
  for (const attachment of attachments) {
    stop?.throwIfAborted()
    context.tally.add(kind, 'seen')
    let rejected = false
    try {
      const changed = await take(attachment.name, await readAll(attachment))
      context.tally.add(kind, changed ? 'changed' : 'unchanged')
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      rejected = true
      context.tally.reject(kind, { code: attachment.name, name: attachment.name, reason: error.message })
    }
    done += 1
    if (rejected || done % checkpointEvery === 0) await checkpoint(context, run.id, done)
    await onDone(attachment, done)
  }
  await checkpoint(context, run.id, done)
  await finishRun(sql, run.id, { status: 'done' })
}

async function readAll({ open }: Attachment): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of open()) {
    length += piece.length
    if (length > mostBytes) throw new Unfit('Файл больше 40 МБ')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
