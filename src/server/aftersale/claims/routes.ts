import type { FastifyInstance } from 'fastify'
import * as api from '#shared/api/claims.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { mediaTypes } from '#shared/api/files.ts'
import { may } from '#shared/rights.ts'
import { maxClaimFileBytes, maxClaimFiles } from '#shared/rules/aftersale/claims.ts'
import { roubles } from '#shared/rules/money.ts'
import { tooLargeMessage } from '#shared/rules/file-size.ts'
import { countUpload } from '#server/customers/accounts/upload-limit.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfQueue } from '#server/platform/files/pdf-queue.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { buyer, staff } from '#server/platform/http/actor.ts'
import { createApi, type Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import { readForms, ReceivedFile } from '#server/platform/http/bodies/forms.ts'
import { expectRight } from '#server/platform/http/check-call.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { refuseCrossSite } from '#server/platform/http/origin.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { prepareClaimPdf } from './claim-pdf.ts'
import { ofBuyer, ofStaff } from './claim-scope.ts'
import { storeFile } from './files.ts'
import { fileClaim } from './filing.ts'
import { parseClaim } from './shape-filing.ts'
import {
  getFile,
  readClaim,
  readClaims,
  readOrderClaims,
  readOrdersToClaim,
  markThreadRead,
  replyToClaim,
  withdrawClaim,
} from './service.ts'
import {
  buyerView,
  shapeClaim,
  shapeDetails,
  shapeFile,
  shapeFilingTerms,
  shapeOrderClaims,
  shapeOrderToClaim,
} from './shape.ts'
import { findClaimPrices } from './claim-prices.ts'

type Deps = { db: Db; files: FileStore; pdf: PdfQueue }

const pageSize = 50
const maxPageSize = 100

/** Claims of buyers [P.7]. */
export function claimRoutes({ on }: Api, deps: Deps): void {
  on(api.listClaims, async ({ actor, input: { group = 'all', query = '', page = 1, perpage = pageSize } }) => {
    const perPage = Math.min(Math.max(1, perpage), maxPageSize)
    const filter = {
      group,
      query: query.trim(),
      page: Math.max(1, page),
      perPage,
    }
    const { items, counts, openSumKopecks, pagination, terms } = await readClaims(deps, buyer(actor), filter)
    const { openKopecks: _open, news, ...groups } = counts
    const view = await viewOf(buyer(actor), items)
    return {
      items: items.map((claim) => shapeClaim(claim, view)),
      count: pagination.total,
      counts: groups,
      open_sum: openSumKopecks === null ? null : roubles(openSumKopecks),
      news,
      terms: {
        ...shapeFilingTerms(terms.general),
        contracts: terms.contracts.map((own) => ({ number: own.number, ...shapeFilingTerms(own) })),
      },
      pagination: shapePagination(pagination),
    }
  })
  on(api.getClaim, async ({ actor, input }) => ({
    claim: await ownClaim(buyer(actor), input.id),
  }))
  on(api.orderClaims, async ({ actor, input }) =>
    shapeOrderClaims(await readOrderClaims(deps, buyer(actor), { orderId: input.id }), {
      mayFile: may(actor, 'claim.file'),
    }),
  )
  on(api.ordersToClaim, async ({ actor, input: { query = '' } }) => ({
    items: (await readOrdersToClaim(deps, buyer(actor), { query: query.trim() })).map(shapeOrderToClaim),
  }))
  on(api.readClaimThread, async ({ actor, input: { id, message } }) => {
    const own = buyer(actor)
    await markThreadRead(deps, own, { scope: ofBuyer(own), claimId: id, messageId: message })
    return {}
  })
  on(api.replyToClaim, async ({ actor, input: { id, text, files = [], key } }) => {
    await replyToClaim(deps, buyer(actor), {
      claimId: id,
      text,
      fileIds: files,
      key,
    })
    return { claim: await ownClaim(buyer(actor), id) }
  })
  on(api.withdrawClaim, async ({ actor, input: { id } }) => {
    await withdrawClaim(deps, buyer(actor), { claimId: id, now: new Date() })
    return { claim: await ownClaim(buyer(actor), id) }
  })

  async function ownClaim(actor: BuyerActor, claimId: number) {
    const read = await readClaim(deps, actor, { claimId })
    return shapeDetails(read, await viewOf(actor, [read.claim]))
  }

  async function viewOf(actor: BuyerActor, claims: readonly { id: number }[]) {
    return buyerView(actor, await findClaimPrices(deps.db, actor, { claimIds: claims.map(({ id }) => id) }))
  }
}

/** Their files. */
export async function claimFileRoutes({ onFile, onUpload }: FileApi, deps: Deps): Promise<void> {
  await onUpload(api.uploadClaimFile, {
    admit: async ({ actor }) => countUpload(deps, actor),
    keep: async (bytes, { actor, input: { name = '' } }) => ({
      file: shapeFile(await storeFile(deps, buyer(actor), { name, bytes })),
    }),
  })
  onFile(
    api.downloadClaimFile,
    async ({ actor, input, reply }) => {
      const scope = may(actor, 'staff.claims') ? ofStaff(staff(actor)) : ofBuyer(buyer(actor))
      const file = await getFile(deps, {
        scope,
        accountId: actor.accountId,
        fileId: input.id,
      })
      if (!(await deps.files.has(file.key))) throw new AppError('notFound')
      const shown = { 'cache-control': 'private, max-age=3600' }
      return file.type === 'webp'
        ? reply.headers(shown).type('image/webp').send(deps.files.get(file.key))
        : reply.headers(privateAttachment(file.name)).type(mediaTypes.pdf).send(deps.files.get(file.key))
    },
    uncompressed,
  )
  onFile(
    api.claimPdf,
    async ({ actor, input, reply }) => {
      const own = buyer(actor)
      const { shownIn } = await findClaimPrices(deps.db, own, { claimIds: [input.id] })
      const of = {
        scope: ofBuyer(own),
        claimId: input.id,
        shownIn: may(actor, 'price.view') ? shownIn : undefined,
        seesPapers: may(actor, 'documents.view'),
      }
      const { name, bytes } = await deps.pdf.render(actor.accountId, () => prepareClaimPdf(deps, of))
      return reply.type(mediaTypes.pdf).headers(privateAttachment(name)).send(bytes)
    },
    uncompressed,
  )
}

const maxBodyBytes = 256 * 1024
const fileLimit = {
  max: maxClaimFileBytes,
  message: tooLargeMessage(maxClaimFileBytes),
}

/** The older form with files beside the JSON, in a scope of its own [C.51]. Returns the mounted calls. */
export async function claimFormRoutes(
  app: FastifyInstance,
  deps: Deps & { sessions: Sessions; baseUrl: string | undefined },
): Promise<Endpoint[]> {
  let mounted: Endpoint[] = []
  await app.register(async (scope) => {
    await readForms(scope, {
      maxBodyBytes,
      file: fileLimit,
      maxFiles: maxClaimFiles,
      tooManyFiles: 'tooManyClaimFiles',
    })
    scope.addHook('onRequest', async (request) => {
      // Refuses callers without the right before reading the body.
      const actor = expectRight({ right: 'claim.file' }, await deps.sessions.actorOf(request))
      refuseCrossSite(request, deps)
      await countUpload(deps, actor)
    })
    const calls = createApi(scope, deps)
    calls.on(api.fileClaim, async ({ actor, input: { reclamation, fileNumber = 0, ...files } }) => {
      const own = buyer(actor)
      const sent = Object.values(files).filter((file) => file instanceof ReceivedFile && file.bytes.length > 0)
      if (sent.length < fileNumber) throw new AppError('claimFilesMissing')
      const kept: number[] = []
      for (const file of sent as ReceivedFile[]) kept.push((await storeFile(deps, own, file)).id)
      const fileIds = [...new Set([...(reclamation.files ?? []), ...kept])]
      return {
        claim: await fileClaim(deps, own, {
          input: parseClaim(reclamation),
          fileIds,
          now: new Date(),
        }),
      }
    })
    mounted = calls.endpoints()
  })
  return mounted
}
