import * as api from '#shared/api/account/setup.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { clientAddress } from '#server/platform/http/request-notes.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { makeAdministrator } from './administrator.ts'
import { finishSetup, makeExchangeAccount, makeFirstContract, readSetup, renewOwnerPassword } from './steps.ts'
import { refuseWrongToken } from './token.ts'

/** Calls of the setup page, which do the same as `npm run staff`. */
export function setupRoutes({ on }: Api, deps: { db: Db; baseUrl: string | undefined }) {
  on(api.checkSetupToken, async ({ input, request }) => {
    await refuseWrongToken(deps, { token: input.token, address: clientAddress(request) })
    return {}
  })

  on(api.makeAdministrator, async ({ input, request }) => {
    await makeAdministrator(deps, { ...input, address: clientAddress(request) })
    return {}
  })

  on(api.readSetup, async ({ request }) => ({ setup: await readSetup(deps, { origin: originOf(request, deps) }) }))
  on(api.makeExchangeAccount, async ({ actor, input }) => ({ account: await makeExchangeAccount(deps, actor, input) }))
  on(api.makeFirstContract, async ({ actor, input }) => {
    const { company, inn, number, date = '', price_type: priceType, warehouses, owner: login } = input
    const contract = {
      company,
      inn,
      kpp: input.kpp || undefined,
      number,
      signedOn: date.split('.').toReversed().join('-') || undefined,
      priceType,
      rrcType: input.rrc_type || undefined,
      warehouses,
      owner: { login, name: input.owner_name || undefined },
    }
    return { owner: await makeFirstContract(deps, actor, contract) }
  })
  on(api.renewOwnerPassword, async ({ actor }) => ({ owner: await renewOwnerPassword(deps, actor) }))

  on(api.finishSetup, async ({ actor }) => {
    await finishSetup(deps, actor)
    return {}
  })
}
