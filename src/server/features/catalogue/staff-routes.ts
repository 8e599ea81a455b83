import * as api from '#shared/api/staff-synonyms.ts'
import type { Db } from '#server/db/client.ts'
import type { Api } from '#server/http/api.ts'
import { dropSynonyms, keepSynonyms, readSynonyms } from './synonyms.ts'

export function staffSearchRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffSynonyms, () => readSynonyms(deps))
  on(api.saveSynonyms, ({ input }) => keepSynonyms(deps, input))
  on(api.deleteSynonyms, ({ input }) => dropSynonyms(deps, input))
}
