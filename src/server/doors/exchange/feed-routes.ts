import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import * as api from '#shared/api/administration/feeds.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { clientAddress, addRequestNotes } from '#server/platform/http/request-notes.ts'
import { FeedRefused, type FeedAnswer } from './apply/feeds/feed-items.ts'
import { findFeed, feeds, jsonSchemaOf, type Feed } from './feeds/feeds.ts'
import { openFeedSession, receiveAnsweredFeed, type FeedSession } from './feeds/receive-feed.ts'
import { logSignIn, tokenOf, decompressBody } from './receive/request.ts'

type Deps = { db: Db; pool: Pool; files: FileStore }

const query = z.object({
  mode: z.optional(z.enum(['full', 'partial'], 'Режим: full или partial')),
  asOf: z.optional(z.iso.datetime({ offset: true, error: 'Момент не в виде 2026-11-20T09:14:00+03:00' })),
  deactivate: z.optional(z.literal('any', 'Возможно только значение any')),
  sessid: z.optional(z.string()),
})

/**
 * NDJSON feeds, each at its own address, which answers with one line of JSON per input line. Unlike `/1c-exchange`,
 * errors have their HTTP status.
 */
export async function feedRoutes(app: FastifyInstance, { onFile }: FileApi, deps: Deps): Promise<void> {
  onFile(api.listFeeds, async ({ reply }) =>
    reply.send({
      status: 'success',
      feeds: Object.entries(feeds).map(([name, { full }]) => ({
        name,
        full,
        schema: api.readFeedSchema.path.replace(':name', name),
      })),
    }),
  )
  onFile(api.readFeedSchema, async ({ input, reply }) => {
    const schema = jsonSchemaOf(getFeed(input.name))
    return reply.type('application/schema+json; charset=utf-8').send(JSON.stringify(schema))
  })
  await app.register((scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    scope.addHook('onRequest', async (request) => {
      if (request.headers['content-type'] !== undefined)
        request.raw.headers['content-type'] = 'application/octet-stream'
    })
    scope.route({
      method: ['POST', 'PUT'],
      url: `${api.feedsAddress}/:name`,
      compress: false,
      decompress: false,
      handler: (request, reply) => receive(deps, request, reply),
    })
    return Promise.resolve()
  })
}

function getFeed(name: string): Feed {
  const feed = findFeed(name)
  if (feed === undefined) throw new AppError('notFound', { message: `Неизвестная лента «${name}»` })
  return feed
}

async function receive(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { name } = request.params as { name: string }
  getFeed(name)
  reply.header('cache-control', 'no-store')
  const { mode, asOf, deactivate, sessid } = readQuery(request)
  const session = await signIn(deps, request, sessid)
  const body = request.body as Readable | undefined
  try {
    const { answers, close } = await receiveAnsweredFeed(deps, session, {
      name,
      body: body && decompressBody(body, request.headers),
      options: {
        full: mode === 'full',
        allowMassEnding: deactivate === 'any',
        ...(asOf === undefined ? {} : { asOf: new Date(asOf) }),
      },
    })
    const lines = Readable.from(linesOf(answers), { objectMode: false })
    lines.on('close', () => void Promise.all([close(), session.end()]).catch(() => undefined))
    return await reply.type('application/x-ndjson; charset=utf-8').send(lines)
  } catch (error) {
    await session.end()
    if (error instanceof FeedRefused) throw new AppError('feedRefused', { message: error.message })
    if (String((error as { code?: unknown }).code).startsWith('Z_')) throw new AppError('malformed')
    throw error
  }
}

function readQuery(request: FastifyRequest) {
  const { data, error } = query.safeParse(request.query)
  if (error === undefined) return data
  const fields = Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]))
  throw new AppError('invalid', { fields })
}

async function signIn(deps: Deps, request: FastifyRequest, sessid: string | undefined): Promise<FeedSession> {
  const opened = await openFeedSession(deps, {
    token: tokenOf(request.headers.cookie, sessid),
    authorization: request.headers.authorization,
    address: clientAddress(request),
    onSession: ({ accountId }) => addRequestNotes(request, { account: accountId }),
    onSignIn: (outcome) => logSignIn(request, outcome),
  })
  if (!('refused' in opened)) return opened
  throw new AppError(opened.code, { message: opened.refused.replace(/^failure\n/, '') })
}

/** One line each: {line, id, status: 'accepted' | 'rejected', reason?}. */
async function* linesOf(answers: AsyncIterable<FeedAnswer>): AsyncGenerator<string> {
  for await (const { line, id, reason } of answers) {
    const answer = reason === null ? { line, id, status: 'accepted' } : { line, id, status: 'rejected', reason }
    yield `${JSON.stringify(answer)}\n`
  }
}
