import * as api from '#shared/api/account/personal-data.ts'
import { mediaTypes } from '#shared/api/files.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { clientAddress, addRequestNotes } from '#server/platform/http/request-notes.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { eraseOwnData } from './erase.ts'
import { readLegalFacts } from './legal-facts.ts'
import { exportOwnData } from './export-data.ts'
import { readHeldData } from './own-data.ts'

type Deps = { db: Db; files: FileStore; sessions: Sessions }

export function personalDataRoutes({ on }: Api, { onFile }: FileApi, deps: Deps): void {
  on(api.legalFacts, async () => ({ facts: await readLegalFacts(deps) }))

  on(api.heldData, async ({ actor }) => ({ held: await readHeldData(deps, actor) }))

  onFile(
    api.exportPersonalData,
    async ({ actor, reply }) => {
      const { name, content } = await exportOwnData(deps, actor, { now: new Date() })
      return reply.type(mediaTypes.zip).headers(privateAttachment(name)).send(content)
    },
    uncompressed,
  )

  on(api.erasePersonalData, async ({ actor, input, request, reply }) => {
    await eraseOwnData(deps, actor, { ...input, address: clientAddress(request) })
    const stays = (await readHeldData(deps, actor)).filter((each) => each.stays !== '')
    addRequestNotes(request, { account: actor.accountId, event: 'account.erased' })
    deps.sessions.clearCookie(reply)
    return { stays }
  })
}
