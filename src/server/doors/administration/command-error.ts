/** A command that cannot be executed; the message is Russian, for the administrator at the terminal or on a page. */
export class CommandError extends Error {
  override name = 'CommandError'
  /** The invalid input field; undefined if there is no single one. */
  readonly field: string | undefined
  /** What to type instead, for the terminal only. */
  readonly advice: string | undefined

  constructor(message: string, field?: string, advice?: string) {
    super(message)
    this.field = field
    this.advice = advice
  }
}
