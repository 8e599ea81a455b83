import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import { locateData } from './embedded-data.ts'
import { ownPrograms, type ServerLocation } from './embedded-location.ts'

const run = promisify(execFile)

/** PostgreSQL reads only data of its own major version. Throws StartRefused before the server touches other data. */
export async function checkVersion({ data, binaries }: Pick<ServerLocation, 'data' | 'binaries'>): Promise<void> {
  const made = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  const brought = await majorOf(binaries)
  if (made === brought) return
  const advice =
    Number(made) < Number(brought)
      ? 'Переведите её на новую версию командой npm run upgrade-database'
      : 'Верните ту версию портала, которая её создала'
  throw new StartRefused(
    `Базу данных в ${data} создал PostgreSQL ${made}, а в этой версии портала PostgreSQL ${brought}, ` +
      `который её не прочтёт. Ничего не изменено. ${advice}.`,
  )
}

/** The major version that made the data of a data folder, and that of the portal's own server. */
export async function readVersions(dataDir: string): Promise<{ made: string; own: string }> {
  return {
    made: (await readFile(join(await locateData(dataDir), 'PG_VERSION'), 'utf8')).trim(),
    own: await majorOf(ownPrograms().folder),
  }
}

async function majorOf(binaries: string): Promise<string> {
  const { stdout } = await run(join(binaries, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres'), [
    '--version',
  ])
  return /\d+/.exec(stdout)?.[0] ?? ''
}
