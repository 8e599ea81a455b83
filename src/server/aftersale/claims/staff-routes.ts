import * as terms from '#shared/api/staff/claim-terms.ts'
import * as api from '#shared/api/staff/claims.ts'
import { mediaTypes } from '#shared/api/files.ts'
import { milli } from '#shared/rules/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfQueue } from '#server/platform/files/pdf-queue.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { prepareClaimPdf } from './claim-pdf.ts'
import { ofStaff } from './claim-scope.ts'
import { sendQuestion, assignClaim, closeClaim, decideClaim, writeMessage } from './staff-actions.ts'
import { markThreadRead } from './service.ts'
import { readClaimsOfGood, readForStaff, readQueue } from './staff.ts'
import { shapeGoodClaim, shapeStaffClaim, shapeStaffDetails } from './shape.ts'
import { parseTerms, shapeContractTerms, shapeTerms } from './terms/shape.ts'
import { readClaimTerms, readContractTerms, updateClaimTerms, updateContractTerms } from './terms/terms.ts'
import { everyClaimPrice } from './claim-prices.ts'

type Deps = { db: Db; pdf: PdfQueue }

const pageSize = 50
const maxPageSize = 100

/** The queue of claims and their decisions. */
export function staffClaimRoutes({ on }: Api, { onFile }: FileApi, deps: Deps): void {
  const read = async (actor: Actor, claimId: number) => ({
    claim: shapeStaffDetails(await readForStaff(deps, staff(actor), { claimId })),
  })
  on(api.staffClaims, async ({ actor, input }) => {
    const { group = 'waiting', mine = false, query = '', page = 1, perpage = pageSize } = input
    const perPage = Math.min(Math.max(1, perpage), maxPageSize)
    const filter = {
      group,
      mine,
      query: query.trim(),
      page: Math.max(1, page),
      perPage,
    }
    const { items, counts, pagination } = await readQueue(deps, staff(actor), filter)
    const { openKopecks: _sum, news: _news, ...groups } = counts
    return {
      items: items.map(shapeStaffClaim),
      count: pagination.total,
      counts: groups,
      pagination: shapePagination(pagination),
    }
  })
  on(api.staffGetClaim, async ({ actor, input: { id } }) => read(actor, id))
  on(api.claimsOfGood, async ({ actor, input: { id } }) => ({
    items: (await readClaimsOfGood(deps, staff(actor), { productId: id })).map(shapeGoodClaim),
  }))
  on(api.staffReadClaimThread, async ({ actor, input: { id, message } }) => {
    const own = staff(actor)
    await markThreadRead(deps, own, { scope: ofStaff(own), claimId: id, messageId: message })
    return {}
  })
  on(terms.claimTerms, async () => ({ terms: shapeTerms(await readClaimTerms(deps.db)) }))
  on(terms.saveClaimTerms, async ({ actor, input }) => {
    const change = { seen: parseTerms(input.seen), terms: parseTerms(input.terms) }
    return { terms: shapeTerms(await updateClaimTerms(deps, staff(actor), change)) }
  })
  on(terms.contractClaimTerms, async ({ input: { query = '' } }) => ({
    items: (await readContractTerms(deps, { query: query.trim() })).map(shapeContractTerms),
  }))
  on(terms.saveContractClaimTerms, async ({ actor, input: { id: contractId, seen, terms: override } }) => {
    const change = { contractId, seen: parseTerms(seen), terms: parseTerms(override) }
    return { contract: shapeContractTerms(await updateContractTerms(deps, staff(actor), change)) }
  })
  on(api.assignClaim, async ({ actor, input: { id, assignee } }) => {
    await assignClaim(deps, staff(actor), {
      claimId: id,
      assigneeId: assignee ?? null,
    })
    return read(actor, id)
  })
  on(api.writeToClaim, async ({ actor, input: { id, text, note = false, key } }) => {
    await writeMessage(deps, staff(actor), { claimId: id, text, note, key })
    return read(actor, id)
  })
  on(api.sendClaimQuestion, async ({ actor, input: { id, text } }) => {
    await sendQuestion(deps, staff(actor), { claimId: id, text, now: new Date() })
    return read(actor, id)
  })
  on(api.decideClaim, async ({ actor, input: { id, lines, text = '' } }) => {
    const sent = lines.map(({ line, accepted, settle, reason = '' }) => ({
      position: line,
      acceptedMilli: milli(accepted),
      settleBy: settle,
      reason,
    }))
    await decideClaim(deps, staff(actor), {
      claimId: id,
      lines: sent,
      text: text.trim(),
      now: new Date(),
    })
    return read(actor, id)
  })
  on(api.closeClaim, async ({ actor, input: { id, document = '' } }) => {
    await closeClaim(deps, staff(actor), {
      claimId: id,
      document: document.trim(),
      now: new Date(),
    })
    return read(actor, id)
  })
  onFile(
    api.staffClaimPdf,
    async ({ actor, input, reply }) => {
      const of = {
        scope: ofStaff(staff(actor)),
        claimId: input.id,
        shownIn: everyClaimPrice.shownIn,
        seesPapers: true,
      }
      const { name, bytes } = await deps.pdf.render(actor.accountId, () => prepareClaimPdf(deps, of))
      return reply.type(mediaTypes.pdf).headers(privateAttachment(name)).send(bytes)
    },
    uncompressed,
  )
}
