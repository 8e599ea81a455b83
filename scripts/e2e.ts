import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/db/free-port.ts'
import { buildWeb } from './build-web.ts'
import { provideChromium } from './chromium.ts'
import { runTool } from './run-tool.ts'

/** The browser tests against a portal of their own: built web, own database with demo data, free port. */
export async function runBrowserTests(args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const executable = provideChromium()
  buildWeb()
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  chmodSync(dataDir, 0o755)
  try {
    const surroundings = { CHROMIUM: executable, E2E_PORT: String(await freePort()), E2E_DATA_DIR: dataDir, ...env }
    return runTool('@playwright/test', ['test', ...args], { command: 'playwright', env: surroundings })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) process.exit(await runBrowserTests(process.argv.slice(2)))
