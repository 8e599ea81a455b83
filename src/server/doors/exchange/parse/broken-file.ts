/** A file that cannot be read as a whole; the message is Russian and goes to 1C and to the run's log. */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
}
