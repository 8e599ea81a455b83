import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane; about 30 ms here.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Takes as long for an unknown login as for a wrong password: then `stored` is undefined. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await decoy()), password)
  return matches && stored !== undefined
}

let decoyHash: Promise<string> | undefined
function decoy(): Promise<string> {
  decoyHash ??= hashPassword('an account that does not exist')
  return decoyHash
}
