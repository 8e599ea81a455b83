import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/db/free-port.ts'
import { buildWeb } from './build-web.ts'
import { provideChromium } from './chromium.ts'
import { runTool } from './run-tool.ts'

const mostAtOnce = 2

/** The browser tests against portals of their own: built web, own databases with demo data, free ports. */
export async function runBrowserTests(args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const executable = provideChromium()
  buildWeb()
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  chmodSync(dataDir, 0o755)
  try {
    const surroundings = { CHROMIUM: executable, E2E_PORTS: (await freePorts(portalsFor(args))).join(','), E2E_DATA_DIR: dataDir, ...env }
    return runTool('@playwright/test', ['test', ...args], { command: 'playwright', env: surroundings })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Asked for together: two asked for one after the other may be the same. */
function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => freePort()))
}

/** One for a file that is named; the whole suite goes as many ways at once as the machine has cores for. */
function portalsFor(args: readonly string[]): number {
  return args.some((arg) => !arg.startsWith('-')) ? 1 : Math.min(mostAtOnce, availableParallelism())
}

if (import.meta.main) process.exit(await runBrowserTests(process.argv.slice(2)))
