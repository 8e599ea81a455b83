import type { FastifyInstance } from 'fastify'
import * as api from '#shared/api/account/password.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { isStaff } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { createApi, type Api } from '#server/platform/http/api.ts'
import { readUrlencodedForms } from '#server/platform/http/bodies/forms.ts'
import { clientAddress, addRequestNotes } from '#server/platform/http/request-notes.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { changeOwnPassword } from '../own-password.ts'
import { checkPassword } from '../passwords/check-password.ts'
import { sendReminder } from './remind.ts'
import { readReset, resetPassword } from './reset.ts'

type Deps = { db: Db; sessions: Sessions }

export function passwordRoutes({ on }: Api, deps: Deps): void {
  on(api.checkReset, async ({ input }) => {
    const { login, role } = await readReset(deps, input)
    return { login, staff: isStaff({ role }) }
  })

  on(api.checkPassword, async ({ input: { staff = false, ...input }, request }) => {
    const reason = await checkPassword(deps, { address: clientAddress(request) }, { ...input, staff })
    return { reason: reason ?? null }
  })

  on(api.resetPassword, async ({ input, request }) => {
    const { login } = await resetPassword(deps, { ...input, address: clientAddress(request) })
    addRequestNotes(request, { event: 'password.reset' })
    return { login }
  })

  on(api.changePassword, async ({ actor, input, request, reply }) => {
    const userAgent = request.headers['user-agent']?.slice(0, 300) ?? ''
    const token = await changeOwnPassword(deps, actor, { ...input, address: clientAddress(request), userAgent })
    deps.sessions.setCookie(request, reply, token)
    addRequestNotes(request, { event: 'password.changed' })
    return {}
  })
}

/** The older layer sends the reminder as a form. Returns the mounted calls. */
export async function reminderRoutes(
  app: FastifyInstance,
  deps: Deps & { baseUrl: string | undefined },
): Promise<Endpoint[]> {
  let mounted: Endpoint[] = []
  await app.register((scope) => {
    readUrlencodedForms(scope)
    const { on, endpoints } = createApi(scope, deps)
    on(api.remind, async ({ input: { email }, request }) => {
      const message = await sendReminder(deps, { email, address: clientAddress(request) }).catch(throwWithResult)
      return { result: 1 as const, message }
    })
    mounted = endpoints()
    return Promise.resolve()
  })
  return mounted
}

/** The specification's form reads `result` of an error, too. */
function throwWithResult(error: unknown): never {
  throw error instanceof AppError ? new AppError(error.code, { ...error.details, result: 0 }, { cause: error }) : error
}
