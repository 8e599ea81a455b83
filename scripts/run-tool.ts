import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readFileSync } from 'node:fs'

const require = createRequire(import.meta.url)

/**
 * Runs an installed package's command with this Node and returns its exit code. On Linux it receives a stop signal when
 * this process is killed.
 */
export function runTool(
  packageName: string,
  args: string[],
  options: { command?: string; env?: NodeJS.ProcessEnv } = {},
): number {
  const manifestFile = findManifest(packageName)
  const { bin } = JSON.parse(readFileSync(manifestFile, 'utf8')) as { bin: string | Record<string, string> }
  const name = options.command ?? packageName.split('/').at(-1) ?? packageName
  const script = typeof bin === 'string' ? bin : bin[name]
  if (script === undefined) throw new Error(`${packageName} has no command ${name}`)
  const command = [process.execPath, join(dirname(manifestFile), script), ...args]
  const [program = '', ...rest] = process.platform === 'linux' ? ['setpriv', '--pdeathsig=TERM', ...command] : command
  const { status } = spawnSync(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, ...options.env },
  })
  return status ?? 1
}

function findManifest(packageName: string): string {
  const folders = require.resolve.paths(packageName) ?? []
  for (const folder of folders) {
    const file = join(folder, packageName, 'package.json')
    try {
      readFileSync(file)
      return file
    } catch {
      // Not in this folder: try its parent.
    }
  }
  throw new Error(`${packageName} is not installed`)
}
