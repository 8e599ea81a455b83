import * as api from '#shared/api/talk/callbacks.ts'
import { staffCallback } from '#shared/api/staff/talk.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import { createAddressLimit } from '#server/platform/http/address-limit.ts'
import type { Api } from '#server/platform/http/api.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { clientAddress } from '#server/platform/http/request-notes.ts'
import { answerCallback, askForCall } from './service.ts'

/** Requests to be called back [C.28] [P.7]. */
export function callbackRoutes({ on }: Api, deps: { db: Db }): void {
  const limit = createAddressLimit({ perSecond: 0.1, burst: 30 })
  on(api.requestCallback, async ({ actor, input: { data }, request }) => {
    limit.spend(networkOf(clientAddress(request)))
    await askForCall(deps, actor, { ...data, time: data.time ?? 'now' })
    return { message: 'Спасибо! Мы вам перезвоним' }
  })
  on(staffCallback, async ({ actor, input: { id, action, result = '' } }) => {
    await answerCallback(deps, staff(actor), { id, result: action === 'take' ? null : result.trim() })
    return {}
  })
}
