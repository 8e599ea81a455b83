import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { checks } from './check.ts'
import { oldestPostgresql } from '#tests/support/oldest-postgresql.ts'
import { runBrowserTests } from './e2e.ts'
import { runTool } from './run-tool.ts'

type Count = { passed: number; failed: number; skipped: number }

const reports = 'build/test-reports'
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
if (!oldestPostgresql.find())
  console.log(`npm has no ${oldestPostgresql.name} for this machine: what runs on it besides is skipped`)
if (!existsSync('../shared')) console.log('../shared is absent: tests over its samples are skipped')

const counts = [...checks.map(runCheck), runUnit(), await runBrowser()]
const total = counts.reduce((sum, next) => ({
  passed: sum.passed + next.passed,
  failed: sum.failed + next.failed,
  skipped: sum.skipped + next.skipped,
}))
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 ? 0 : 1)

function runCheck({ name, run }: (typeof checks)[number]): Count {
  const passed = run() === 0
  console.log(`${passed ? 'ok' : 'FAILED'}: ${name}`)
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

function runUnit(): Count {
  const file = `${reports}/vitest.json`
  const status = runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests: skipped = 0 } = report
  return { passed, failed: withExit(numFailedTests, status), skipped }
}

/** A test that fails in a browser is retried once: if it passes then, it is reported as flaky, else as failed. */
async function runBrowser(): Promise<Count> {
  const file = `${reports}/playwright.json`
  const status = await runBrowserTests(['--reporter=list,json', '--retries=1'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  if (stats.flaky > 0)
    console.log(`${stats.flaky} of the browser tests passed only when tried again: they are listed above as flaky`)
  return { passed: stats.expected + stats.flaky, failed: withExit(stats.unexpected, status), skipped: stats.skipped }
}

/** A runner that exits with an error without a failed test (a crash, an import error) counts as failed. */
function withExit(failed: number, status: number): number {
  return status !== 0 && failed === 0 ? 1 : failed
}
