/**
 * The portal cannot start here: the message tells the administrator in Russian why and what to do. It may hold paths,
 * no secrets.
 */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
