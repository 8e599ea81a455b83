import type { FastifyInstance } from 'fastify'
import * as api from '#shared/api/account/visitors.ts'
import * as staffApi from '#shared/api/staff/visitors.ts'
import { signOut } from '#server/customers/accounts/service.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { clientAddress, addRequestNotes } from '#server/platform/http/request-notes.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { enterDemo } from './enter.ts'
import type { VisitorDocuments } from './documents.ts'
import { findShop, readVisitorSettings, saveVisitorSettings } from './shop.ts'

type Deps = { db: Db; sessions: Sessions; documents: VisitorDocuments }

const cookie = 'demo'
const cookieSeconds = 30 * 86_400

/** [P.11] [R.2] [C.33] `/demo` marks the browser; the sign-in then offers to look around as a visitor. */
export function visitorRoutes(app: FastifyInstance, { on }: Api, deps: Deps): void {
  app.get('/demo', (request, reply) =>
    reply
      // The page reads it, too.
      .setCookie(cookie, '1', {
        path: '/',
        sameSite: 'lax',
        maxAge: cookieSeconds,
        secure: request.protocol === 'https',
      })
      .redirect('/'),
  )

  on(api.getUserDemo, async ({ request }) => {
    const found = await deps.sessions.find(request)
    const isDemo = found ? found.actor.demo : request.cookies[cookie] === '1'
    return { isDemo, isOpen: (await findShop(deps.db)) !== undefined }
  })

  on(api.enterDemo, async ({ request, reply }) => {
    const door = { address: clientAddress(request), userAgent: request.headers['user-agent']?.slice(0, 300) ?? '' }
    const { token, visitor } = await enterDemo(deps, door, new Date())
    const before = deps.sessions.tokenOf(request)
    if (before) await signOut(deps, before)
    deps.sessions.setCookie(request, reply, token)
    addRequestNotes(request, { account: visitor.accountId, event: 'visitor.entered' })
    // Drawn while the visitor looks at the first page.
    void deps.documents.give(visitor)
    return {}
  })

  on(staffApi.readVisitorSettings, async () => ({ settings: await readVisitorSettings(deps) }))
  on(staffApi.saveVisitorSettings, async ({ actor, input }) => ({
    settings: await saveVisitorSettings(deps, actor, { priceTypeId: input.price_type }),
  }))
}
