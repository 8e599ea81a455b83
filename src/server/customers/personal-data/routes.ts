import * as api from '#shared/api/account/personal-data.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { clientAddress, addRequestNotes } from '#server/platform/http/request-notes.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { eraseOwnData } from './erase.ts'
import { readLegalFacts } from './legal-facts.ts'
import { exportOwnData, readHeldData } from './own-data.ts'

export function personalDataRoutes({ on }: Api, { onFile }: FileApi, deps: { db: Db; sessions: Sessions }): void {
  on(api.legalFacts, async () => ({ facts: await readLegalFacts(deps) }))

  on(api.heldData, async ({ actor }) => ({ held: await readHeldData(deps, actor) }))

  onFile(api.exportPersonalData, async ({ actor, reply }) => {
    const { name, content } = await exportOwnData(deps, actor, { now: new Date() })
    return reply.type('application/json').headers(privateAttachment(name)).send(content)
  })

  on(api.erasePersonalData, async ({ actor, input, request, reply }) => {
    await eraseOwnData(deps, actor, { ...input, address: clientAddress(request) })
    const stays = (await readHeldData(deps, actor)).filter((each) => each.stays !== '')
    addRequestNotes(request, { account: actor.accountId, event: 'account.erased' })
    deps.sessions.clearCookie(reply)
    return { stays }
  })
}
