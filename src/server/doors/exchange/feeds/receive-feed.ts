import type { Readable } from 'node:stream'
import type { Pool } from 'pg'
import type { Db } from '#server/platform/db/client.ts'
import { noCredentials } from '../answers.ts'
import { openSession, readBasic, sessionOf, type Opened } from '../receive/checkauth.ts'
import { sessionEndedReply } from '../protocol.ts'
import { requestClose, endSession } from '../queries.ts'
import { FeedRefused, importFeed } from './import-feed.ts'
import { formatImportSummary } from '../staff/import-summary.ts'

type Deps = { db: Db; pool: Pool }

export type FeedRequest = {
  name: string
  token: string | undefined
  authorization: string | undefined
  address: string
  body: Readable | undefined
  /** Hear, for the log, whose session it is, and how a sign-in ended. */
  onSession: (session: { accountId: number }) => void
  onSignIn: (opened: Opened) => void
}

/**
 * A feed over HTTP, authenticated by a session's cookie or by Basic: reads the body as a stream, answers in 1C's
 * protocol.
 */
export async function receiveFeed(
  deps: Deps,
  { name, token, authorization, address, body, onSession, onSignIn }: FeedRequest,
): Promise<string> {
  const session = await sessionOf(deps, token)
  if (session !== undefined && token !== undefined) {
    onSession(session)
    return session.closed ? sessionEndedReply : take(deps, { name, sessionId: session.id, token, body })
  }
  const credentials = readBasic(authorization)
  if (credentials === undefined) return noCredentials
  const opened = await openSession(deps, { credentials, address, type: 'feed' })
  onSignIn(opened)
  if ('refused' in opened) return `failure\n${opened.refused}`
  const own = await sessionOf(deps, opened.token)
  if (own === undefined) return sessionEndedReply
  try {
    return await take(deps, { name, sessionId: own.id, token: opened.token, body })
  } finally {
    await requestClose(deps.db, { id: own.id })
    await endSession(deps.db, { id: own.id })
  }
}

type ReceivedFeed = { name: string; sessionId: number; token: string; body: Readable | undefined }

async function take(deps: Deps, { name, sessionId, token, body }: ReceivedFeed): Promise<string> {
  if (body === undefined) return 'failure\nЛента пуста: пришлите строки методом POST'
  // A feed may take hours; meanwhile its account may be disabled or get another password.
  const refuseEnded = async () => {
    if ((await sessionOf(deps, token)) === undefined)
      throw new FeedRefused('Доступ этой учётной записи к обмену закрыт')
  }
  try {
    // A request refused half way still gets the reason.
    const { counts } = await importFeed(deps, {
      name,
      sessionId,
      source: body.iterator({ destroyOnReturn: false }),
      refuseEnded,
    })
    return ['success', ...formatImportSummary(counts)].join('\n')
  } catch (error) {
    if (error instanceof FeedRefused) return `failure\n${error.message}`
    throw error
  }
}
