import * as api from '#shared/api/talk/callbacks.ts'
import { answerHoursText } from '#shared/rules/talk/answer-hours.ts'
import { staffCallback } from '#shared/api/staff/talk.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import { createAddressLimit } from '#server/platform/http/address-limit.ts'
import type { Api } from '#server/platform/http/api.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { clientAddress } from '#server/platform/http/request-notes.ts'
import { answerCallback, requestCallback } from './service.ts'

/** Requests for calls [C.28] [P.7]. */
export function callbackRoutes({ on }: Api, deps: { db: Db }): void {
  const limit = createAddressLimit({ perSecond: 0.1, burst: 30 })
  on(api.requestCallback, async ({ actor, input: { data }, request }) => {
    limit.spend(networkOf(clientAddress(request)))
    const now = new Date()
    const due = await requestCallback(deps, actor, { ...data, time: data.time, now })
    const isLater = (data.time ?? 'now') === 'now' && due > now
    return {
      message: isLater ? `Спасибо! Перезвоним в рабочее время: ${answerHoursText}` : 'Спасибо! Мы вам перезвоним',
    }
  })
  on(staffCallback, async ({ actor, input: { id, action, assignee, note = '', result = '' } }) => {
    const answer = { action, assigneeId: assignee, note: note.trim(), result: result.trim() }
    await answerCallback(deps, staff(actor), { id, answer })
    return {}
  })
}
