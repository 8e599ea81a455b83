import * as api from '#shared/api/money/documents.ts'
import { mediaTypes } from '#shared/api/files.ts'
import { pageSizes } from '#shared/constants.ts'
import { parseContractFilter } from '#server/customers/organisations/shape-contract-filter.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, privateView, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { mailDocuments } from './mail.ts'
import { printDocuments } from './print.ts'
import { archiveDocuments, openDocument, readDocuments } from './service.ts'
import { shapeDocuments } from './shape.ts'

const maxPageSize = 100

/** Documents of contracts sent by 1C. */
export function documentRoutes({ on }: Api, { onFile }: FileApi, deps: { db: Db; files: FileStore }): void {
  on(api.listDocuments, async ({ actor, input }) => {
    const { group, unsigned = false, page = 1, perpage = pageSizes.documents } = input
    return shapeDocuments(
      await readDocuments(deps, buyer(actor), {
        ...parseContractFilter(input),
        group,
        unsigned,
        page,
        perPage: Math.min(perpage, maxPageSize),
        now: new Date(),
      }),
    )
  })

  on(api.mailDocuments, async ({ actor, input }) => {
    await mailDocuments(deps, buyer(actor), { ...input, email: input.email.trim() })
    return {}
  })

  onFile(
    api.documentPdf,
    async ({ actor, input, reply }) => {
      const { name, bytes, content } = await openDocument(deps, buyer(actor), input)
      const headers = input.view === true ? privateView(name) : privateAttachment(name)
      return reply
        .type(mediaTypes.pdf)
        .headers({ ...headers, 'content-length': bytes, 'x-content-type-options': 'nosniff' })
        .send(content)
    },
    uncompressed,
  )

  onFile(
    api.documentsPrint,
    async ({ actor, input: { ids }, reply }) => {
      const { name, bytes } = await printDocuments(deps, buyer(actor), { ids, now: new Date() })
      return reply
        .type(mediaTypes.pdf)
        .headers({ ...privateView(name), 'x-content-type-options': 'nosniff' })
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
    uncompressed,
  )

  onFile(
    api.documentArchive,
    async ({ actor, input: { ids }, reply }) => {
      const { name, content } = await archiveDocuments(deps, buyer(actor), { ids, now: new Date() })
      return reply.type(mediaTypes.zip).headers(privateAttachment(name)).send(content)
    },
    uncompressed,
  )
}
