import * as api from '#shared/api/account/second-factor.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { clientAddress, addRequestNotes } from '#server/platform/http/request-notes.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import {
  beginSecondFactorSetup,
  confirmSecondFactorSetup,
  readOwnSecondFactor,
  readStaffSignIns,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
  resetSecondFactor,
} from './own-second-factor.ts'

export function secondFactorRoutes({ on }: Api, deps: { db: Db; sessions: Sessions }) {
  on(api.ownSecondFactor, ({ actor }) => readOwnSecondFactor(deps, actor))

  on(api.beginSecondFactor, ({ actor, input, request }) =>
    beginSecondFactorSetup(deps, actor, { ...input, address: clientAddress(request) }),
  )

  on(api.confirmSecondFactor, async ({ actor, input, request }) => {
    const token = deps.sessions.tokenOf(request) ?? ''
    const codes = await confirmSecondFactorSetup(deps, actor, { ...input, token })
    addRequestNotes(request, { event: 'second-factor.set' })
    return { recovery_codes: codes }
  })

  on(api.renewRecoveryCodes, async ({ actor, input, request }) => {
    const codes = await renewOwnRecoveryCodes(deps, actor, input)
    addRequestNotes(request, { event: 'second-factor.codes-renewed' })
    return { recovery_codes: codes }
  })

  on(api.removeSecondFactor, async ({ actor, input, request }) => {
    await removeOwnSecondFactor(deps, actor, { ...input, address: clientAddress(request) })
    addRequestNotes(request, { event: 'second-factor.removed' })
    return {}
  })

  on(api.staffSignIns, async () => ({ staff: await readStaffSignIns(deps) }))

  on(api.resetSecondFactor, async ({ actor, input, request }) => {
    if (input.id === actor.accountId) throw new AppError('forbidden')
    if (!(await resetSecondFactor(deps, byAccount(actor), { accountId: input.id }))) throw new AppError('notFound')
    addRequestNotes(request, { event: 'second-factor.reset' })
    return {}
  })
}
