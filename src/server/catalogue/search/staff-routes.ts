import * as api from '#shared/api/staff/synonyms.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { deleteSynonyms, saveSynonymList, readSynonyms } from './synonyms.ts'

export function staffSearchRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffSynonyms, () => readSynonyms(deps))
  on(api.saveSynonyms, ({ input }) => saveSynonymList(deps, input))
  on(api.deleteSynonyms, ({ input }) => deleteSynonyms(deps, input))
}
