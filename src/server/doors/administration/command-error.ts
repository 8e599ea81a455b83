/**
 * A command that cannot be done as asked; the message is Russian, for the administrator at the terminal or on a page.
 */
export class CommandError extends Error {
  override name = 'CommandError'
  /** Which part of what was asked is wrong; undefined where none alone is. */
  readonly field: string | undefined
  /** What to type instead, for the terminal only. */
  readonly advice: string | undefined

  constructor(message: string, field?: string, advice?: string) {
    super(message)
    this.field = field
    this.advice = advice
  }
}
