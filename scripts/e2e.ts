import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, platform, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '#server/platform/db/free-port.ts'
import { startServerProcess } from '#tests/support/process.ts'
import { buildWeb } from './build-web.ts'
import { provideChromium } from './chromium.ts'
import { runTool } from './run-tool.ts'

const maxPortals = 3
const demoTimeoutMs = 180_000

/** Runs the browser tests against separate portals: built web, own databases with demo data, free ports. */
export async function runBrowserTests(args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const executable = provideChromium()
  buildWeb()
  // Many portals start in a run, so they share a compile cache.
  process.env.NODE_COMPILE_CACHE ??= resolve('build/compiled')
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  chmodSync(dataDir, 0o755)
  try {
    const ports = await freePorts(portalsFor(args))
    await prepareData(ports.map((port) => join(dataDir, String(port))))
    const surroundings = { CHROMIUM: executable, E2E_PORTS: ports.join(','), E2E_DATA_DIR: dataDir, ...env }
    return runTool('@playwright/test', ['test', ...args], { command: 'playwright', env: surroundings })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Creates demo data in each folder: a portal loads it into the first one, the others get a copy. */
async function prepareData([first = '', ...others]: readonly string[]): Promise<void> {
  if (others.length === 0) return
  const portal = await startServerProcess({ DATA_DIR: first }, { readyWithinMs: demoTimeoutMs })
  portal.child.kill('SIGTERM')
  await portal.exited
  for (const other of others) copyFolder(first, other)
}

/** Preserves owners: when run as root, the database belongs to another user. */
function copyFolder(from: string, to: string): void {
  if (platform() === 'win32') return cpSync(from, to, { recursive: true })
  const { status } = spawnSync('cp', ['-a', from, to], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${from} could not be copied to ${to}`)
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/**
 * One portal if a file is named; for the whole suite one more than the machine has cores, because tests wait for
 * timers.
 */
function portalsFor(args: readonly string[]): number {
  return args.some((arg) => !arg.startsWith('-')) ? 1 : Math.min(maxPortals, availableParallelism() + 1)
}

if (import.meta.main) process.exit(await runBrowserTests(process.argv.slice(2)))
