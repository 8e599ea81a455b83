import { AppError } from '#server/platform/app-error.ts'

type SentInput = {
  message: string
  files?: number[] | undefined
  orders?: number[] | undefined
  goods?: number[] | undefined
  claims?: number[] | undefined
  invoices?: number[] | undefined
}

/** A message as its call brings it. */
export function sentOf({ message, files = [], orders = [], goods = [], claims = [], invoices = [] }: SentInput) {
  return { message, files, orders, goods, claims, invoices }
}

/** The client's key: the same key is the same message. */
export function keyOf({ headers }: { headers: Record<string, string | string[] | undefined> }): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || !/^[!-~]{1,200}$/.test(key))
    throw new AppError('invalid', { fields: { 'Idempotency-Key': 'Недопустимое значение' } })
  return key
}
