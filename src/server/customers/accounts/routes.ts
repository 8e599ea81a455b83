import * as api from '#shared/api/account/access.ts'
import * as profileApi from '#shared/api/account/profile.ts'
import * as sessionsApi from '#shared/api/account/sessions.ts'
import * as staffApi from '#shared/api/staff/access.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { clientAddress, addRequestNotes } from '#server/platform/http/request-notes.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { updateAccessSettings, readAccessSettings } from './access-settings.ts'
import { parseAccessSettings, shapeAccessSettings } from './shape-access-settings.ts'
import { endOtherSessions, endOwnSession, readOwnSessions } from './own-sessions.ts'
import { describeMe } from './describe-me.ts'
import { readOwnProfile, saveOwnProfile } from './own-profile.ts'
import { signIn, signOut } from './service.ts'
import { readOwnSignIns } from './sign-in-history.ts'

export function accessRoutes({ on }: Api, deps: { db: Db; sessions: Sessions }) {
  on(api.signIn, async ({ input, request, reply }) => {
    const door = { address: clientAddress(request), userAgent: request.headers['user-agent']?.slice(0, 300) ?? '' }
    const { token, accountId, awaitsSecondFactor } = await signIn(deps, door, input)
    const before = deps.sessions.tokenOf(request)
    if (before) await signOut(deps, before)
    deps.sessions.setCookie(request, reply, token)
    addRequestNotes(request, { account: accountId, event: 'sign-in.succeeded' })
    return { me: await describeMe(deps.db, { accountId, awaitsSecondFactor }) }
  })

  on(api.signOut, async ({ request, reply }) => {
    const token = deps.sessions.tokenOf(request)
    if (token) await signOut(deps, token)
    addRequestNotes(request, { event: 'sign-out' })
    deps.sessions.clearCookie(reply)
    return {}
  })

  on(api.whoAmI, async ({ request }) => {
    const found = await deps.sessions.find(request)
    return { me: found ? await describeMe(deps.db, { ...found, accountId: found.actor.accountId }) : null }
  })

  on(profileApi.ownProfile, ({ actor }) => readOwnProfile(deps, actor))
  on(profileApi.saveOwnProfile, ({ actor, input }) => saveOwnProfile(deps, actor, input))

  on(sessionsApi.ownSessions, async ({ actor, request }) => ({
    sessions: await readOwnSessions(deps, actor, { token: deps.sessions.tokenOf(request) ?? '' }),
  }))

  on(sessionsApi.endSession, async ({ actor, input }) => {
    await endOwnSession(deps, actor, input)
    return {}
  })

  on(sessionsApi.endOtherSessions, async ({ actor, request }) => ({
    ended: await endOtherSessions(deps, actor, { token: deps.sessions.tokenOf(request) ?? '' }),
  }))

  on(sessionsApi.ownSignIns, ({ actor, input }) => readOwnSignIns(deps, actor, input))

  on(staffApi.accessSettings, async () => ({
    settings: shapeAccessSettings(await readAccessSettings(deps)),
  }))
  on(staffApi.saveAccessSettings, async ({ actor, input, request }) => {
    const { settings, ended } = await updateAccessSettings(deps, actor, {
      seen: parseAccessSettings(input.seen),
      next: parseAccessSettings(input),
      endSessions: input.end_sessions === true,
      token: deps.sessions.tokenOf(request) ?? '',
    })
    return { settings: shapeAccessSettings(settings), ended }
  })
}
