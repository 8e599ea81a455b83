import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'

/**
 * Claims a data folder for this process, so that two do not make a database in it at once. Answers how to let go of it;
 * undefined if another process has claimed it. The claim is a name in the kernel, which goes with a killed process.
 */
export async function claimFolder(dataDir: string): Promise<(() => Promise<void>) | undefined> {
  const name = nameOf(await realpath(dataDir))
  // Elsewhere a name would stay behind: there PostgreSQL's own lock has to do.
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
