import type { FastifyReply, FastifyRequest } from 'fastify'
import { backgroundHeader } from '#shared/constants.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { findActor, recordSessionUse, sessionDays, type SignedIn } from '#server/platform/sessions/sessions.ts'
import { addRequestNotes } from './request-notes.ts'

export type Sessions = ReturnType<typeof createSessions>

export const sessionCookie = 'sid'
const cacheMs = 1000
const maxCached = 10_000

/**
 * Sessions of requests. A session is cached for a second; NOTIFY `sessions`, sent by the database when one ends, clears
 * the cache of every process. A process that cannot receive it caches nothing.
 */
export function createSessions({ db, listener, baseUrl }: { db: Db; listener: Listener; baseUrl: string | undefined }) {
  const cache = new Map<string, { found: Promise<SignedIn | undefined>; untilMs: number }>()
  listener.on('sessions', () => cache.clear())

  async function look(token: string): Promise<SignedIn | undefined> {
    if (!listener.hears('sessions')) return findActor({ db }, token)
    const nowMs = performance.now()
    const cached = cache.get(token)
    if (cached && cached.untilMs > nowMs) return cached.found
    if (cache.size >= maxCached) cache.clear()
    const found = findActor({ db }, token)
    cache.set(token, { found, untilMs: nowMs + cacheMs })
    found.catch(() => cache.delete(token))
    return found
  }

  return {
    tokenOf(request: FastifyRequest): string | undefined {
      const token = request.cookies[sessionCookie]
      return token && /^[\w-]{43}$/.test(token) ? token : undefined
    },

    /** The caller of a request; undefined while a second factor must be set up first. */
    async actorOf(request: FastifyRequest): Promise<Actor | undefined> {
      const found = await this.find(request)
      return found?.awaitsSecondFactor ? undefined : found?.actor
    },

    /**
     * The session of a request. Using it restarts its idle time, except for background calls (marked by a header) and
     * with `isUse` false.
     */
    async find(request: FastifyRequest, { isUse = true }: { isUse?: boolean } = {}): Promise<SignedIn | undefined> {
      const token = this.tokenOf(request)
      const found = token === undefined ? undefined : await look(token)
      if (token === undefined || found === undefined) return undefined
      const { actor } = found
      addRequestNotes(request, { account: actor.accountId, ...(actor.actedBy && { staff: actor.actedBy.accountId }) })
      if (found.shouldRecordUse && isUse && request.headers[backgroundHeader] === undefined) {
        found.shouldRecordUse = false
        await recordSessionUse({ db }, token)
      }
      return found
    },

    /** After a change of sessions, because the NOTIFY arrives a moment later. */
    forgetCallers(): void {
      cache.clear()
    },

    setCookie(request: FastifyRequest, reply: FastifyReply, token: string) {
      const secure = request.protocol === 'https' || baseUrl?.startsWith('https:') === true
      reply.setCookie(sessionCookie, token, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: sessionDays * 86_400,
      })
    },

    clearCookie(reply: FastifyReply) {
      reply.clearCookie(sessionCookie, { path: '/' })
    },
  }
}
