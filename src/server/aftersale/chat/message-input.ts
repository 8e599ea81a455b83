import { AppError } from '#server/platform/app-error.ts'

type WireMessage = {
  message: string
  files?: number[] | undefined
  orders?: number[] | undefined
  goods?: number[] | undefined
  claims?: number[] | undefined
  invoices?: number[] | undefined
}

/** The message of a call's input, with defaults. */
export function messageInputOf({
  message,
  files = [],
  orders = [],
  goods = [],
  claims = [],
  invoices = [],
}: WireMessage) {
  return { message, files, orders, goods, claims, invoices }
}

/** The Idempotency-Key header: the same key means the same message. */
export function idempotencyKeyOf({
  headers,
}: {
  headers: Record<string, string | string[] | undefined>
}): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || !/^[!-~]{1,200}$/.test(key))
    throw new AppError('invalid', { fields: { 'Idempotency-Key': 'Недопустимое значение' } })
  return key
}
