import * as api from '#shared/api/account/visitors.ts'
import * as staffApi from '#shared/api/staff/visitors.ts'
import { signOut } from '#server/customers/accounts/service.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { clientAddress, addRequestNotes } from '#server/platform/http/request-notes.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { enterDemo } from './enter.ts'
import type { VisitorDocuments } from './sample-documents.ts'
import { findDemoShop, readVisitorSettings, saveVisitorSettings } from './shop.ts'

type Deps = { db: Db; sessions: Sessions; documents: VisitorDocuments }

const demoCookie = 'demo'
const demoCookieSeconds = 30 * 86_400

/** [P.11] [R.2] [C.33] `/demo` sets a cookie; the sign-in page then offers the demo mode. */
export function visitorRoutes({ on }: Api, { onFile }: FileApi, deps: Deps): void {
  onFile(api.openDemo, async ({ request, reply }) =>
    reply
      .header('cache-control', 'no-store')
      // Read by the page too.
      .setCookie(demoCookie, '1', {
        path: '/',
        sameSite: 'lax',
        maxAge: demoCookieSeconds,
        secure: request.protocol === 'https',
      })
      .redirect('/'),
  )

  on(api.getUserDemo, async ({ request }) => {
    const found = await deps.sessions.find(request)
    const isDemo = found ? found.actor.demo : request.cookies[demoCookie] === '1'
    return { isDemo, isOpen: (await findDemoShop(deps.db)) !== undefined }
  })

  on(api.enterDemo, async ({ request, reply }) => {
    const client = { address: clientAddress(request), userAgent: request.headers['user-agent']?.slice(0, 300) ?? '' }
    const { token, visitor } = await enterDemo(deps, client, new Date())
    const before = deps.sessions.tokenOf(request)
    if (before) await signOut(deps, before)
    deps.sessions.setCookie(request, reply, token)
    addRequestNotes(request, { account: visitor.accountId, event: 'visitor.entered' })
    // Rendered while the visitor reads the first page.
    void deps.documents.create(visitor)
    return {}
  })

  on(staffApi.readVisitorSettings, async () => ({ settings: await readVisitorSettings(deps) }))
  on(staffApi.saveVisitorSettings, async ({ actor, input }) => ({
    settings: await saveVisitorSettings(deps, actor, { priceTypeId: input.price_type }),
  }))
}
