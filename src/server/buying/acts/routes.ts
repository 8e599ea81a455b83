import * as api from '#shared/api/money/acts.ts'
import { mediaTypes } from '#shared/api/files.ts'
import { pageSizes } from '#shared/constants.ts'
import { formatDay, parseDay } from '#shared/rules/dates.ts'
import { countUpload } from '#server/customers/accounts/upload-limit.ts'
import { parseContractFilter } from '#server/customers/organisations/shape-contract-filter.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfQueue } from '#server/platform/files/pdf-queue.ts'
import type { TableReader } from '#server/platform/files/tables/table-reader.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { answerMatch, confirmAct, disputeAct } from './act-decisions.ts'
import { removeBook, uploadBook } from './book.ts'
import { prepareActPdf, streamActSheet } from './files.ts'
import { readActRows } from './rows.ts'
import { cancelAct, readActDetails, readActs, requestAct, retryAct, rowsPerPage, type WakeBuilder } from './service.ts'
import { shapeAct, shapeActDetails, shapeActRow, shapeActRun } from './shape.ts'

type Deps = { db: Db; pdf: PdfQueue; tables: TableReader; wake: WakeBuilder }

const maxPerPage = 100

/** Calls of acts of reconciliation [C.25 C.26]. */
export function actRoutes({ on }: Api, deps: Deps): void {
  on(api.getActs, async ({ actor, input }) => {
    const { page = 1, perpage = pageSizes.acts, group = 'all' } = input
    const { acts, counts, from, to, pagination } = await readActs(deps, buyer(actor), {
      ...parseContractFilter(input),
      contragentId: input.contragent,
      group,
      page,
      perPage: Math.min(perpage, maxPerPage),
      now: new Date(),
    })
    return {
      items: acts.map(shapeAct),
      count: pagination.total,
      counts,
      startDate: formatDay(from),
      endDate: formatDay(to),
      pagination: shapePagination(pagination),
    }
  })

  on(api.requestAct, async ({ actor, input }) => ({
    act: shapeAct(
      await requestAct(deps, buyer(actor), {
        contractId: input.contract_id,
        contragentId: input.contragent_id,
        firstDay: parseDay(input.startdate),
        lastDay: parseDay(input.enddate),
        mail: input.mail ?? false,
        now: new Date(),
      }),
    ),
  }))

  on(api.readAct, async ({ actor, input }) => ({
    act: shapeActDetails(await readActDetails(deps, buyer(actor), { actId: input.id })),
  }))

  on(api.actRows, async ({ actor, input: { id, view = 'all', from, to, page = 1, perpage = rowsPerPage } }) => {
    const perPage = Math.min(perpage, maxPerPage)
    const { act, matches, runs, pagination } = await readActRows(deps, buyer(actor), {
      actId: id,
      view,
      from,
      to,
      page,
      perPage,
    })
    const seesReply = act.repliedAt !== null
    return {
      items: matches.map((match) => shapeActRow(match, { seesReply })),
      runs: runs.map(shapeActRun),
      pagination: shapePagination(pagination),
    }
  })

  on(api.answerActMatch, async ({ actor, input: { id, match, answer, comment = '' } }) => ({
    act: shapeAct(
      await answerMatch(deps, buyer(actor), {
        actId: id,
        match,
        answer: answer === 'none' ? null : answer,
        comment: comment.trim(),
      }),
    ),
  }))
  on(api.confirmAct, async ({ actor, input }) => ({
    act: shapeAct(await confirmAct(deps, buyer(actor), { actId: input.id })),
  }))
  on(api.disputeAct, async ({ actor, input }) => ({
    act: shapeAct(await disputeAct(deps, buyer(actor), { actId: input.id })),
  }))
  on(api.retryAct, async ({ actor, input }) => ({
    act: shapeAct(await retryAct(deps, buyer(actor), { actId: input.id })),
  }))
  on(api.removeActBook, async ({ actor, input }) => ({
    act: shapeAct(await removeBook(deps, buyer(actor), { actId: input.id })),
  }))
  on(api.cancelAct, async ({ actor, input }) => {
    await cancelAct(deps, buyer(actor), { actId: input.id })
    return {}
  })
}

/** Their files, and uploads of the buyer's ledger. */
export async function actFileRoutes({ onFile, onUpload }: FileApi, deps: Deps): Promise<void> {
  onFile(
    api.actPdf,
    async ({ actor, input, reply }) => {
      const { name, bytes } = await deps.pdf.render(actor.accountId, () =>
        prepareActPdf(deps, buyer(actor), { actId: input.id }),
      )
      return reply.type(mediaTypes.pdf).headers(privateAttachment(name)).send(bytes)
    },
    uncompressed,
  )
  onFile(
    api.actSheet,
    async ({ actor, input, reply }) => {
      const { name, content } = await streamActSheet(deps, buyer(actor), { actId: input.id })
      return reply.type(mediaTypes.xlsx).headers(privateAttachment(name)).send(content)
    },
    uncompressed,
  )
  await onUpload(api.uploadActBook, {
    admit: async ({ actor }) => countUpload(deps, actor),
    keep: async (bytes, { actor, input: { id, name = '' } }) => ({
      act: shapeAct(await uploadBook(deps, buyer(actor), { actId: id, name: name || 'Ваш учёт', bytes })),
    }),
  })
}
