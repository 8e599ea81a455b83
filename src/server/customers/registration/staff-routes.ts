import * as api from '#shared/api/staff/registrations.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { Suggestions } from '#server/customers/suggestions/service.ts'
import type { RegistrationDeps } from './look-up-register.ts'
import { approve } from './staff/approve.ts'
import { sendQuestion, assign, checkRegisterAgain, reject, reopen, takeFromRegister } from './staff/decide.ts'
import { countWaiting } from './staff/queries-requests.ts'
import { listRegistrations, readRegistration } from './staff/read.ts'
import { parseApproval, shapeRegistration, shapeRegistrations } from './staff/shape.ts'

type Deps = RegistrationDeps & { suggestions: Pick<Suggestions, 'findParties' | 'hasRegister'> }

/** The queue of requests for access and decisions on them. Each decision returns the updated request. */
export function staffRegistrationRoutes({ on }: Api, deps: Deps): void {
  const answer = async (actor: Actor, { id }: { id: number }) => ({
    request: shapeRegistration(await readRegistration(deps, actor, { id })),
  })

  on(api.staffRegistrations, async ({ actor, input: { scope, assignee, query = '', page, perpage } }) =>
    shapeRegistrations(await listRegistrations(deps, actor, { scope, assignee, query, page, perPage: perpage })),
  )
  on(api.staffRegistrationsWaiting, async () => ({ count: await countWaiting(deps.db) }))
  on(api.staffRegistration, ({ actor, input }) => answer(actor, input))

  on(api.assignRegistration, async ({ actor, input: { id, assignee } }) => {
    await assign(deps, actor, { id, assigneeId: assignee })
    return answer(actor, { id })
  })
  on(api.recheckRegistration, async ({ actor, input }) => {
    await checkRegisterAgain(deps, actor, input)
    return answer(actor, input)
  })
  on(api.takeFromRegister, async ({ actor, input }) => {
    await takeFromRegister(deps, actor, input)
    return answer(actor, input)
  })
  on(api.sendQuestion, async ({ actor, input }) => {
    await sendQuestion(deps, actor, input)
    return answer(actor, input)
  })
  on(api.rejectRegistration, async ({ actor, input: { id, reason, text, blocks_inn: blocksInn } }) => {
    await reject(deps, actor, { id, reason, text, blocksInn })
    return answer(actor, { id })
  })
  on(api.reopenRegistration, async ({ actor, input }) => {
    await reopen(deps, actor, input)
    return answer(actor, input)
  })
  on(api.approveRegistration, async ({ actor, input }) => {
    await approve(deps, actor, parseApproval(input))
    return answer(actor, input)
  })
}
