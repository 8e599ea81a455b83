import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'

/** The client's key, if sent: the same key means the same call. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || !/^[!-~]{1,200}$/.test(key))
    throw new AppError('invalid', { fields: { 'Idempotency-Key': 'Недопустимое значение' } })
  return key
}

export function requiredIdempotencyKeyOf(request: Pick<FastifyRequest, 'headers'>): string {
  const key = idempotencyKeyOf(request)
  if (key === undefined) throw new AppError('keyMissing')
  return key
}
