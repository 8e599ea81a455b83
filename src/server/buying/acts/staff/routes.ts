import { mediaTypes } from '#shared/api/files.ts'
import * as api from '#shared/api/money/staff-acts.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfQueue } from '#server/platform/files/pdf-queue.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { shapeActRow } from '../shape.ts'
import {
  assignAct,
  setActNote,
  prepareStaffActPdf,
  readActQueue,
  readDisputedRows,
  readStaffAct,
  replyToLine,
  sendReplies,
} from './service.ts'
import { shapeStaffAct, shapeStaffActDetails } from './shape.ts'

const pageSize = 50
const maxPageSize = 100

/** The queue of acts, and replies to what buyers dispute. */
export function staffActRoutes({ on }: Api, deps: { db: Db }): void {
  const read = async (actor: Actor, actId: number) => ({
    act: shapeStaffActDetails(await readStaffAct(deps, staff(actor), { actId })),
  })
  on(api.staffActs, async ({ actor, input }) => {
    const { group = 'waiting', mine = false, query = '', page, perpage } = input
    const filter = { group, mine, query: query.trim(), ...pageOf({ page, perpage }) }
    const { acts, counts, pagination } = await readActQueue(deps, staff(actor), filter)
    return { items: acts.map(shapeStaffAct), counts, pagination: shapePagination(pagination) }
  })
  on(api.staffGetAct, async ({ actor, input: { id } }) => read(actor, id))
  on(api.staffActRows, async ({ actor, input: { id, page, perpage } }) => {
    const listInput = { actId: id, ...pageOf({ page, perpage }) }
    const { matches, pagination } = await readDisputedRows(deps, staff(actor), listInput)
    return {
      items: matches.map((match) => shapeActRow(match, { seesReply: true })),
      pagination: shapePagination(pagination),
    }
  })
  on(api.assignAct, async ({ actor, input: { id, assignee } }) => {
    await assignAct(deps, staff(actor), { actId: id, assigneeId: assignee ?? null })
    return read(actor, id)
  })
  on(api.setActNote, async ({ actor, input: { id, note } }) => {
    await setActNote(deps, staff(actor), { actId: id, note: note.trim() })
    return read(actor, id)
  })
  on(api.replyToActLine, async ({ actor, input: { id, match, reply, reason = '' } }) => {
    const sent = { actId: id, match, reply: reply === 'none' ? null : reply, reason: reason.trim() }
    await replyToLine(deps, staff(actor), sent)
    return read(actor, id)
  })
  on(api.sendActReply, async ({ actor, input: { id } }) => {
    await sendReplies(deps, staff(actor), { actId: id })
    return read(actor, id)
  })
}

/** Acts as files. */
export function staffActFileRoutes({ onFile }: FileApi, deps: { db: Db; pdf: PdfQueue }): void {
  onFile(
    api.staffActPdf,
    async ({ actor, input, reply }) => {
      const { name, bytes } = await deps.pdf.render(actor.accountId, () =>
        prepareStaffActPdf(deps, staff(actor), { actId: input.id }),
      )
      return reply.type(mediaTypes.pdf).headers(privateAttachment(name)).send(bytes)
    },
    uncompressed,
  )
}

function pageOf({ page = 1, perpage = pageSize }: { page?: number | undefined; perpage?: number | undefined }) {
  return { page: Math.max(1, page), perPage: Math.min(Math.max(1, perpage), maxPageSize) }
}
