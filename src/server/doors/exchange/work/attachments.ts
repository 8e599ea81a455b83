import type { PoolClient } from 'pg'
import { tooLargeMessage } from '#shared/rules/file-size.ts'
import { ImportContext } from '../apply/context.ts'
import { checkpoint, finishRun, openRun } from '../apply/run/runs.ts'
import { isDocument } from '../filename.ts'

/** A file that goods name: a picture or a document. `refusal`: it is not to be touched, and why. */
export type Attachment = {
  fileId: number | null
  name: string
  open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>
  refusal?: string
}

export type Attachments = {
  sessionId: number
  /** Whose run an interrupted one is found again by: a file's, or the archive's that holds all of them. */
  fileId: number | null
  /** As the log names them. */
  name: string
  /** Of the whole run, also of those that an interrupted one has taken. */
  attachments: AsyncIterable<Attachment> | Iterable<Attachment>
  onBegin?: (attachment: Attachment) => Promise<void>
  onDone?: (attachment: Attachment, done: number) => Promise<void>
  /** So many more have been taken for good. */
  onCheckpoint?: () => Promise<void>
  /** What a crash takes from the log's figures at most; a rejection is stored at once. */
  checkpointEvery?: number
  /** Why the first one that is still to be taken is not to be touched. */
  refuseNext?: string | undefined
  stop?: AbortSignal
}

/** Answers whether anything is new; throws Unfit. */
export type TakeAttachment = (name: string, bytes: Buffer) => Promise<boolean>

/** A file that is not what its name says; its message is the reason that the log tells. */
export class UnusableAttachment extends Error {
  override name = 'Unfit'
}

const maxBytes = 40 * 1024 * 1024

/**
 * Takes files one by one in a run of their own, going on behind those that an interrupted run has taken. One that
 * `take` finds unfit is rejected in the log and the rest goes on.
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
    refuseNext,
    stop,
  }: Attachments,
  take: TakeAttachment,
): Promise<void> {
  const run = await openRun(client, { sessionId, fileId, type: 'pictures', name })
  const context = new ImportContext(client, {
    sessionId,
    receivedAt: new Date(),
    settings: { stockMeaning: 'free', rrcTypeCode: null, makesGoodsOfOffers: false },
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
      refuseNext !== undefined && done === run.itemsDone + 1 ? { ...attachment, refusal: refuseNext } : attachment
    const rejected = await takeOne(context, refused, take)
    if (rejected || done % checkpointEvery === 0) {
      await checkpoint(context, run.id, done)
      await onCheckpoint?.()
    }
    await onDone?.(attachment, done)
  }
  await checkpoint(context, run.id, Math.max(done, run.itemsDone))
  await finishRun(client, run.id, { status: 'done' })
}

/** Answers whether it was rejected. */
async function takeOne({ tally }: ImportContext, attachment: Attachment, take: TakeAttachment): Promise<boolean> {
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
