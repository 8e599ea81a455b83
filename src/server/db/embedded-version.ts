import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '#server/start-refused.ts'
import type { Place } from './embedded-place.ts'

const run = promisify(execFile)

/** PostgreSQL reads only what its own major version made. Throws StartRefused before the server touches other data. */
export async function checkVersion({ data, binaries }: Pick<Place, 'data' | 'binaries'>): Promise<void> {
  const made = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  const brought = await majorOf(binaries)
  if (made === brought) return
  throw new StartRefused(
    `The database in ${data} was made by PostgreSQL ${made}, and this version of the portal runs PostgreSQL ${brought}, which cannot read it. ` +
      'Nothing was changed. Save it with the version of the portal that made it: "npm run backup -- FILE"; ' +
      'then read it with this one into an empty DATA_DIR: "npm run restore -- FILE" (README, "Another version of PostgreSQL").',
  )
}

async function majorOf(binaries: string): Promise<string> {
  const { stdout } = await run(join(binaries, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres'), ['--version'])
  return /\d+/.exec(stdout)?.[0] ?? ''
}
