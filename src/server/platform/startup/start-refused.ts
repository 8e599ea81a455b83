/** The portal cannot start. The message explains in Russian why and what to do; it may contain paths but no secrets. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
