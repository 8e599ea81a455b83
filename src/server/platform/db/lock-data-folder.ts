import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'

/**
 * Claims a data folder for this process, so that two processes do not create a database in it. Returns the function
 * that releases it; undefined if another process holds it. The claim is an abstract socket name, which a killed process
 * releases.
 */
export async function lockDataFolder(dataDir: string): Promise<(() => Promise<void>) | undefined> {
  const name = nameOf(await realpath(dataDir))
  // Other systems would leave the name behind; there PostgreSQL's own lock must do.
  if (name === undefined) return async () => undefined
  const server = createServer().unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(name, () => resolve(() => new Promise((closed) => server.close(() => closed()))))
  })
}

function nameOf(folder: string): string | undefined {
  const name = `opt-portal-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\?\\pipe\\${name}` : undefined
}
