/** A command that cannot be done as asked; the message is Russian, for the administrator at the terminal. */
export class Refusal extends Error {
  override name = 'Refusal'
}
