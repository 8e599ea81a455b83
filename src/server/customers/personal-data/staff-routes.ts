import * as api from '#shared/api/account/people-data.ts'
import { mediaTypes } from '#shared/api/files.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { clientAddress, addRequestNotes } from '#server/platform/http/request-notes.ts'
import { eraseGuest, exportGuest, readGuestData } from './guests.ts'
import type { DataPerson } from './queries-people.ts'
import { erasePersonByStaff, exportPerson, readPersonData, searchPeople } from './staff-people.ts'
import { readTerms, saveTerms } from './terms.ts'

/** Requests of people under 152-ФЗ, and retention periods. */
export function staffPersonalDataRoutes({ on }: Api, { onFile }: FileApi, deps: { db: Db; files: FileStore }): void {
  on(api.findDataPeople, async ({ input }) => {
    const { items, guests, more } = await searchPeople(deps, { query: (input.query ?? '').trim() })
    return { items: items.map(shapePerson), guests, more }
  })

  on(api.personHeldData, async ({ input }) => {
    const { person, held } = await readPersonData(deps, input)
    return { person: shapePerson(person), held }
  })

  onFile(
    api.exportPersonData,
    async ({ actor, input, reply }) => {
      const { name, content } = await exportPerson(deps, actor, { ...input, now: new Date() })
      return reply.type(mediaTypes.zip).headers(privateAttachment(name)).send(content)
    },
    uncompressed,
  )

  on(api.erasePersonData, async ({ actor, input, request }) => {
    const stays = await erasePersonByStaff(deps, actor, { ...input, address: clientAddress(request) })
    addRequestNotes(request, { account: actor.accountId, event: 'account.erased' })
    return { stays }
  })

  on(api.guestHeldData, async ({ input }) => readGuestData(deps, input))

  onFile(
    api.exportGuestData,
    async ({ actor, input, reply }) => {
      const { name, content } = await exportGuest(deps, actor, { ...input, now: new Date() })
      return reply.type('application/json').headers(privateAttachment(name)).send(content)
    },
    uncompressed,
  )

  on(api.eraseGuestData, async ({ actor, input, request }) => {
    const stays = await eraseGuest(deps, actor, { ...input, address: clientAddress(request), now: new Date() })
    addRequestNotes(request, { account: actor.accountId, event: 'account.erased' })
    return { stays }
  })

  on(api.readRetentionPeriods, async () => ({ terms: await readTerms(deps) }))

  on(api.saveRetentionPeriods, async ({ actor, input }) => ({ terms: await saveTerms(deps, actor, input) }))
}

function shapePerson({ accountId: id, name, login, phone, role, organisation, state }: DataPerson) {
  return { id, name, login, phone, role, organisation, state }
}
