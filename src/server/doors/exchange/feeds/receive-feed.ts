import type { Readable } from 'node:stream'
import type { Pool } from 'pg'
import type { ErrorCode } from '#shared/errors.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Db } from '#server/platform/db/client.ts'
import { FeedRefused, type FeedOptions } from '../apply/feeds/feed-items.ts'
import { missingCredentials, noCredentials } from '../error-replies.ts'
import { openSession, readBasic, findRequestSession, type SignInResult } from '../receive/checkauth.ts'
import { sessionEndedReply } from '../protocol.ts'
import { requestClose, endSession } from '../queries.ts'
import { importAnswered, importFeed, type AnsweredFeed } from './import-feed.ts'
import { formatImportSummary } from '../staff/import-summary.ts'

type Deps = { db: Db; pool: Pool; files: FileStore }

export type FeedSender = {
  token: string | undefined
  authorization: string | undefined
  address: string
  /** Callbacks for the log: the account of the session, and the result of a sign-in. */
  onSession: (session: { accountId: number }) => void
  onSignIn: (opened: SignInResult) => void
}

export type FeedRequest = FeedSender & { name: string; body: Readable | undefined }

/**
 * Receives a feed over HTTP, authenticated by a session cookie or Basic. Reads the body as a stream and answers in 1C's
 * protocol.
 */
export async function receiveFeed(deps: Deps, { name, body, ...sender }: FeedRequest): Promise<string> {
  const session = await openFeedSession(deps, sender)
  if ('refused' in session) {
    if (session.code === 'notSignedIn') return noCredentials
    return session.code === 'conflict' ? sessionEndedReply : `failure\n${session.refused}`
  }
  try {
    if (body === undefined) return `failure\n${emptyFeed}`
    const { counts } = await importFeed(deps, { name, ...sourceOf(deps, session, body) })
    return ['success', ...formatImportSummary(counts)].join('\n')
  } catch (error) {
    if (error instanceof FeedRefused) return `failure\n${error.message}`
    throw error
  } finally {
    await session.end()
  }
}

/** Like receiveFeed, with a result for each line. Throws FeedRefused. */
export async function receiveAnsweredFeed(
  deps: Deps,
  session: FeedSession,
  { name, body, options }: { name: string; body: Readable | undefined; options: Partial<FeedOptions> },
): Promise<AnsweredFeed> {
  if (body === undefined) throw new FeedRefused(emptyFeed)
  return importAnswered(deps, { name, options, answersEveryLine: true, ...sourceOf(deps, session, body) })
}

const emptyFeed = 'Лента пуста: пришлите строки методом POST'

export type FeedSession = { id: number; token: string; end: () => Promise<void> }

/** The session of the cookie, or a new one by Basic, which `end` closes. */
export async function openFeedSession(
  deps: Deps,
  { token, authorization, address, onSession, onSignIn }: FeedSender,
): Promise<FeedSession | { refused: string; code: ErrorCode }> {
  const session = await findRequestSession(deps, token)
  if (session !== undefined && token !== undefined) {
    onSession(session)
    if (session.closed) return { refused: sessionEndedReply, code: 'conflict' }
    return { id: session.id, token, end: () => Promise.resolve() }
  }
  const credentials = readBasic(authorization)
  if (credentials === undefined) return { refused: missingCredentials, code: 'notSignedIn' }
  const opened = await openSession(deps, { credentials, address, type: 'feed' })
  onSignIn(opened)
  if ('refused' in opened) return opened
  const newSession = await findRequestSession(deps, opened.token)
  if (newSession === undefined) return { refused: sessionEndedReply, code: 'conflict' }
  return {
    id: newSession.id,
    token: opened.token,
    async end() {
      await requestClose(deps.db, { id: newSession.id })
      await endSession(deps.db, { id: newSession.id })
    },
  }
}

function sourceOf(deps: Deps, { id, token }: FeedSession, body: Readable) {
  return {
    sessionId: id,
    // Keeps the connection, so that a request refused midway still gets its answer.
    source: body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
    // A feed may take hours; its account may be disabled or get another password in that time.
    async assertSessionOpen() {
      if ((await findRequestSession(deps, token)) === undefined)
        throw new FeedRefused('Доступ этой учётной записи к обмену закрыт')
    },
  }
}
