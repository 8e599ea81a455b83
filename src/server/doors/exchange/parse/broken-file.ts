/** An unreadable file; the message is Russian, for 1C and the run's log. */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
}
