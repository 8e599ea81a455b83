import * as api from '#shared/api/money/finances.ts'
import { mediaTypes } from '#shared/api/files.ts'
import { pageSizes } from '#shared/constants.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { parseContractFilter } from '#server/customers/organisations/shape-contract-filter.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfQueue } from '#server/platform/files/pdf-queue.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { listAvailableCredit, prepareDebtInvoice, readFinances, streamFinances, type FinancesInput } from './service.ts'
import { shapeAvailable, shapeFinances } from './shape.ts'

const largestPage = 100

/** Calls of contract finances: debt, documents and payments. */
export function financeRoutes({ on }: Api, { onFile }: FileApi, deps: { db: Db; pdf: PdfQueue }): void {
  on(api.finances, async ({ actor, input }) => {
    const { page = 1, perpage = pageSizes.finances } = input
    const perPage = Math.min(perpage, largestPage)
    return shapeFinances(
      await readFinances(deps, buyer(actor), { ...toFinancesInput(input), page, perPage, now: new Date() }),
    )
  })

  on(api.availableCredit, async ({ actor }) => ({
    items: (await listAvailableCredit(deps, buyer(actor))).map(shapeAvailable),
  }))

  onFile(
    api.financesSheet,
    async ({ actor, input, reply }) => {
      const { name, content } = await streamFinances(deps, buyer(actor), { ...toFinancesInput(input), now: new Date() })
      return reply.type(mediaTypes.xlsx).headers(privateAttachment(name)).send(content)
    },
    uncompressed,
  )

  onFile(
    api.debtInvoice,
    async ({ actor, input, reply }) => {
      const { contract: contractId, documents: documentIds } = input
      const { name, bytes } = await deps.pdf.render(actor.accountId, () =>
        prepareDebtInvoice(deps, buyer(actor), { contractId, documentIds, now: new Date() }),
      )
      return reply.type(mediaTypes.pdf).headers(privateAttachment(name)).send(bytes)
    },
    uncompressed,
  )
}

type Filter = Pick<ParsedInputOf<typeof api.finances>, 'contract' | 'view' | 'startdate' | 'enddate' | 'query'>

function toFinancesInput({ view = 'all', ...filter }: Filter): FinancesInput {
  return { ...parseContractFilter(filter), view }
}
