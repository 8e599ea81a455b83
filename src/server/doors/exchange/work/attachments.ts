import type { PoolClient } from 'pg'
import { tooLargeMessage } from '#shared/rules/file-size.ts'
import { ImportContext } from '../apply/context.ts'
import { checkpoint, finishRun, openRun } from '../apply/run/runs.ts'
import { isDocument } from '../filename.ts'

/** A picture or document named by goods. `refusal`: the reason to skip it. */
export type Attachment = {
  fileId: number | null
  name: string
  open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>
  refusal?: string
}

export type Attachments = {
  sessionId: number
  /** Key by which an interrupted run is resumed: the file, or the archive that contains all files. */
  fileId: number | null
  /** Name in the log. */
  name: string
  /** All files of the run, including those imported before an interruption. */
  attachments: AsyncIterable<Attachment> | Iterable<Attachment>
  onBegin?: (attachment: Attachment) => Promise<void>
  onDone?: (attachment: Attachment, done: number) => Promise<void>
  /** Called after a checkpoint was stored. */
  onCheckpoint?: () => Promise<void>
  /** Files per checkpoint; a rejection is stored at once. */
  checkpointEvery?: number
  /** Reason to skip the first file that is not imported yet. */
  skipNextReason?: string | undefined
  stop?: AbortSignal
}

/** Returns whether anything is new; throws UnusableAttachment. */
export type ImportAttachment = (name: string, bytes: Buffer) => Promise<boolean>

/** The content does not match the file's name; the message is the reason for the log. */
export class UnusableAttachment extends Error {
  override name = 'Unfit'
}

const maxBytes = 40 * 1024 * 1024

/**
 * Imports files one by one in their own run, continuing an interrupted one. Files for which `take` throws
 * UnusableAttachment are rejected in the log.
 */
export async function importAttachments(
  client: PoolClient,
  {
    sessionId,
    fileId,
    name,
    attachments,
    onBegin,
    onDone,
    onCheckpoint,
    checkpointEvery = 25,
    skipNextReason,
    stop,
  }: Attachments,
  take: ImportAttachment,
): Promise<void> {
  const run = await openRun(client, { sessionId, fileId, type: 'pictures', name })
  const context = new ImportContext(client, {
    sessionId,
    receivedAt: new Date(),
    settings: { stockMeaning: 'free', rrcTypeCode: null, createsGoodsFromOffers: false },
  })
  context.tally.resume(run.counts, run.rejected)
  let done = 0
  for await (const attachment of attachments) {
    stop?.throwIfAborted()
    done += 1
    if (done <= run.itemsDone) {
      await onDone?.(attachment, done)
      continue
    }
    await onBegin?.(attachment)
    const refused =
      skipNextReason !== undefined && done === run.itemsDone + 1
        ? { ...attachment, refusal: skipNextReason }
        : attachment
    const rejected = await importOne(context, refused, take)
    if (rejected || done % checkpointEvery === 0) {
      await checkpoint(context, run.id, done)
      await onCheckpoint?.()
    }
    await onDone?.(attachment, done)
  }
  await checkpoint(context, run.id, Math.max(done, run.itemsDone))
  await finishRun(client, run.id, { status: 'done' })
}

/** Returns whether the file was rejected. */
async function importOne({ tally }: ImportContext, attachment: Attachment, take: ImportAttachment): Promise<boolean> {
  const kind = isDocument(attachment.name) ? 'documents' : 'pictures'
  tally.add(kind, 'seen')
  try {
    if (attachment.refusal !== undefined) throw new UnusableAttachment(attachment.refusal)
    tally.add(kind, (await take(attachment.name, await readAll(attachment))) ? 'changed' : 'unchanged')
    return false
  } catch (error) {
    if (!(error instanceof UnusableAttachment)) throw error
    tally.reject(kind, { code: attachment.name, name: attachment.name, reason: error.message })
    return true
  }
}

async function readAll({ open }: Attachment): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of await open()) {
    length += piece.length
    if (length > maxBytes) throw new UnusableAttachment(tooLargeMessage(maxBytes))
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
