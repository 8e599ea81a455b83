import { errors, type ErrorCode } from '#shared/errors.ts'

/** A refusal that the caller reads: its status and sentence come from shared/errors.ts. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /**
   * Added to the answer's body: `fields`, `changes`, a more exact `message`. Numbers named `…Kopecks` and `…Milli`
   * leave in roubles and units, without that ending.
   */
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(errors[code].message, options)
    this.code = code
    this.status = errors[code].status
    this.details = details
  }
}
