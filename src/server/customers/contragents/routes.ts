import { mediaTypes } from '#shared/api/files.ts'
import * as api from '#shared/api/organisation/contragents.ts'
import { dayOf } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfQueue } from '#server/platform/files/pdf-queue.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import type { Suggestions } from '#server/customers/suggestions/service.ts'
import {
  getContragent,
  prepareContragentCard,
  readContragents,
  removeContragent,
  saveContragentInput,
  setContragentStatus,
} from './service.ts'
import { parseContragent } from './shape-form.ts'
import { shapeContragent } from './shape.ts'

/** Read by old clients beside `status` (product.md §10). */
const state = 'success' as const

/** The owner's legal entities [R.3]. */
export function contragentRoutes(
  { on }: Api,
  { onFile }: FileApi,
  deps: { db: Db; suggestions: Suggestions; pdf: PdfQueue },
): void {
  on(api.listContragents, async ({ actor }) => {
    const items = (await readContragents(deps, buyer(actor))).map(shapeContragent)
    return { items, count: items.length }
  })
  on(api.readContragent, async ({ actor, input }) => ({
    contragent: shapeContragent(await getContragent(deps, buyer(actor), input)),
  }))
  onFile(
    api.contragentCard,
    async ({ actor, input, reply }) => {
      const { name, bytes } = await deps.pdf.render(actor.accountId, () =>
        prepareContragentCard(deps, buyer(actor), { ...input, today: dayOf(new Date()) }),
      )
      return reply.type(mediaTypes.pdf).headers(privateAttachment(name)).send(bytes)
    },
    uncompressed,
  )
  on(api.saveContragent, async ({ actor, input }) => ({
    state,
    contragent: shapeContragent(await saveContragentInput(deps, buyer(actor), parseContragent(input))),
  }))
  on(api.activateContragent, async ({ actor, input: { id } }) => ({
    state,
    contragent: shapeContragent(await setContragentStatus(deps, buyer(actor), { id, status: 'active' })),
  }))
  on(api.deactivateContragent, async ({ actor, input: { id } }) => ({
    state,
    contragent: shapeContragent(await setContragentStatus(deps, buyer(actor), { id, status: 'inactive' })),
  }))
  on(api.deleteContragent, async ({ actor, input }) => {
    await removeContragent(deps, buyer(actor), input)
    return { state }
  })
}
