import type { FastifyRequest } from 'fastify'
import * as calls from '#shared/api/administration/acting.ts'
import { describeMe } from '#server/customers/accounts/describe-me.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { addRequestNotes } from '#server/platform/http/request-notes.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { listActions } from './acting-actions.ts'
import { endActing, startActing } from './acting.ts'

type Deps = { db: Db; sessions: Sessions }

/** Staff begin and end acting as a buyer; both replies are the caller as of now. */
export function actingRoutes({ on }: Api, deps: Deps): void {
  on(calls.startActing, async ({ actor, input: { id: organisationId, account: accountId }, request }) => {
    await startActing(deps, staff(actor), { token: tokenOf(deps, request), organisationId, accountId })
    addRequestNotes(request, { event: 'acting.started' })
    return { me: await describeCaller(deps, request) }
  })
  on(calls.actingActions, async ({ request }) => {
    const found = await deps.sessions.find(request)
    return {
      items: found?.acting
        ? await listActions(deps, { staff: found.own, since: found.acting.since, buyer: found.actor })
        : [],
    }
  })
  on(calls.endActing, async ({ request }) => {
    await endActing(deps, { token: tokenOf(deps, request) })
    addRequestNotes(request, { event: 'acting.ended' })
    return { me: await describeCaller(deps, request) }
  })
}

function tokenOf({ sessions }: Deps, request: FastifyRequest): string {
  return sessions.tokenOf(request) ?? ''
}

async function describeCaller({ db, sessions }: Deps, request: FastifyRequest) {
  sessions.forgetCallers()
  const found = await sessions.find(request)
  if (!found) throw new AppError('notSignedIn')
  return describeMe(db, { ...found, accountId: found.actor.accountId })
}
