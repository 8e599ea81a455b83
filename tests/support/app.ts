import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { signIn } from '#shared/api/account/access.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/startup/config.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { openListener } from '#server/platform/db/listener.ts'
import { call, type Send } from '#web/api/client.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/**
 * The real server on its own database. Pass `database` to start a second server on the same one, `listenerUrl` to let
 * it listen through another connection, `log` to read its log, `outgoing` to let it reach servers of the test.
 */
export async function startTestApp(
  options: {
    database?: TestDatabase
    env?: Record<string, string>
    listenerUrl?: string
    log?: Logger
    outgoing?: Outgoing
  } = {},
) {
  const database = options.database ?? (await openTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-app-'))
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', ...options.env })
  const log = options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' })
  const listener = openListener(options.listenerUrl ?? database.url, log)
  const app = await buildApp({
    config,
    log,
    listener,
    db: database.db,
    pool: database.pool,
    outgoing: options.outgoing,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  return {
    ...database,
    database,
    app,
    origin,
    config,
    log,
    listener,
    /** A client with a browser's cookies. */
    visitor: () => visitor(origin),
    async close() {
      // As in the server's own stop: connections that were busy a moment ago stay open for the next request.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
      // Node does not count a connection that never sent a request as idle, and would keep it for a minute.
      const force = setTimeout(() => app.server.closeAllConnections(), 1000)
      await app.close()
      clearInterval(sweep)
      clearTimeout(force)
      await listener.close()
      if (!options.database) await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Visitor = ReturnType<typeof visitor>

export function visitor(origin: string) {
  const cookies = new Map<string, string>()
  const send: Send = async (path, init) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(origin + path, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) keep(cookie)
    return response
  }
  function keep(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const [name = '', ...value] = pair.split('=')
    if (/expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name)
    else cookies.set(name, value.join('='))
  }
  return {
    send,
    cookies,
    async signIn(login: string, password: string) {
      await call(signIn, { login, password }, this)
      return this
    },
  }
}
