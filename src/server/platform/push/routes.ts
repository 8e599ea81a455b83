import * as api from '#shared/api/events.ts'
import { AppError } from '#server/platform/app-error.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { Streamed, type Api } from '#server/platform/http/api.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import type { Push } from './push.ts'

export function eventRoutes({ on }: Api, { push, sessions }: { push: Push; sessions: Sessions }): void {
  on(api.events, ({ actor, request }) => {
    const token = sessions.tokenOf(request)
    if (token === undefined) throw new AppError('notSignedIn')
    const subscriber = { accountId: actor.accountId, sessionHash: hashToken(token).toString('hex') }
    push.refuseBeyondLimits(subscriber)
    return new Streamed((response) => push.open(response, subscriber))
  })
}
