import type { BasketStats } from '#shared/api/basket.ts'
import * as api from '#shared/api/contracts.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { toContractOption } from './contract-option.ts'
import { chooseContract, listOwnContracts } from './service.ts'

/** `basketStats` is passed in, because the basket is in a higher tier. */
export function contractRoutes(
  { on }: Api,
  deps: { db: Db; basketStats: (actor: Actor, contractId: number) => Promise<BasketStats> },
) {
  on(api.setContract, async ({ actor, input }) => {
    await chooseContract(deps, actor, { contractId: input.id })
    return { stats: await deps.basketStats(actor, input.id) }
  })

  on(api.initData, async ({ actor }) => ({ contracts: (await listOwnContracts(deps, actor)).map(toContractOption) }))
}
