import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type ErrorBody, type ErrorCode } from '#shared/errors.ts'
import { roubles, units } from '#shared/rules/money.ts'
import { AppError } from '#server/platform/app-error.ts'
import { isTransientDatabaseError, isUnstorableText } from '#server/platform/db/client.ts'
import { addRequestNotes } from './request-notes.ts'

/** The only place that turns thrown errors into replies. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = isClientGone(request) ? new AppError('malformed', {}, { cause: error }) : toAppError(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
  addRequestNotes(request, { code: refusal.code })
  const { retryAfterSeconds, ...details } = refusal.details
  reply.header('cache-control', 'no-store')
  if (refusal.status === 503) reply.header('retry-after', '2')
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(refusal.status).send(errorBody(refusal.code, details))
}

/** The client disconnected during the body, so the resulting error is not the server's. */
function isClientGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

export function errorBody(code: ErrorCode, details: Record<string, unknown> = {}): ErrorBody {
  const shaped = Object.entries(details).map(([name, value]) => shapeDetail(name, value))
  return { status: 'error', code, message: errors[code].message, ...Object.fromEntries(shaped) }
}

/** `missingKopecks` is sent as `missing` in roubles, `availableMilli` as `available` in units. */
function shapeDetail(name: string, value: unknown): [name: string, value: unknown] {
  const [, plain, unit] = /^(.+)(Kopecks|Milli)$/.exec(name) ?? []
  if (plain === undefined || typeof value !== 'number') return [name, value]
  return [plain, unit === 'Milli' ? units(value) : roubles(value)]
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isTransientDatabaseError(error)) return new AppError('unavailable', {}, { cause: error })
  if (isUnstorableText(error)) return new AppError('malformed', {}, { cause: error })
  return new AppError(codeOf(error as FastifyError), {}, { cause: error })
}

function codeOf({ statusCode, code }: Partial<FastifyError>): ErrorCode {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return 'unsupportedMedia'
  if (statusCode === 413) return 'tooLarge'
  if (statusCode === 404) return 'notFound'
  if (statusCode === 503) return 'unavailable'
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 'malformed'
  return 'failure'
}
