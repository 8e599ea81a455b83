import * as api from '#shared/api/account/personal-data.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readLegalFacts } from './legal-facts.ts'

export function personalDataRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.legalFacts, async () => ({ facts: await readLegalFacts(deps) }))
}
