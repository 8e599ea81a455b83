import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import type { ServerLocation } from './embedded-location.ts'

const run = promisify(execFile)

/** PostgreSQL reads only data of its own major version. Throws StartRefused before the server touches other data. */
export async function checkVersion({ data, binaries }: Pick<ServerLocation, 'data' | 'binaries'>): Promise<void> {
  const made = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  const brought = await majorOf(binaries)
  if (made === brought) return
  throw new StartRefused(
    `Базу данных в ${data} создал PostgreSQL ${made}, а в этой версии портала PostgreSQL ${brought}, который её не прочтёт. ` +
      'Ничего не изменено. Сохраните её той версией портала, которая её создала: npm run backup -- ФАЙЛ, ' +
      'затем восстановите этой в пустую папку DATA_DIR: npm run restore -- ФАЙЛ (README, Another version of PostgreSQL).',
  )
}

async function majorOf(binaries: string): Promise<string> {
  const { stdout } = await run(join(binaries, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres'), [
    '--version',
  ])
  return /\d+/.exec(stdout)?.[0] ?? ''
}
