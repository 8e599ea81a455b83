import { errors, type ErrorCode } from '#shared/errors.ts'

/** An error for the caller: status and Russian sentence come from shared/errors.ts. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /**
   * Added to the reply: `fields`, `changes`, a more specific `message`. Numbers named `…Kopecks` and `…Milli` are sent
   * in roubles and units, without that suffix.
   */
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(errors[code].message, options)
    this.code = code
    this.status = errors[code].status
    this.details = details
  }
}

/** Refuses a form whose fields have errors, by name, each with its sentence; undefined: the field is valid. */
export function throwIfInvalid(errorsByField: Readonly<Record<string, string | undefined>>): void {
  const fields = Object.fromEntries(Object.entries(errorsByField).filter(([, error]) => error !== undefined))
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
}
