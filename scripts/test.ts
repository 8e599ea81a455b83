import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { checks } from './check.ts'
import { oldestPostgresql } from '#tests/support/oldest-postgresql.ts'
import { runBrowserTests } from './e2e.ts'
import { runTool } from './run-tool.ts'

type UnitReport = {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
type BrowserSuite = {
  file: string
  suites?: BrowserSuite[]
  specs: { title: string; tests: { projectName: string; status: string }[] }[]
}
type Count = { passed: number; failed: number; skipped: number }

const reports = 'build/test-reports'
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
if (!oldestPostgresql.find())
  console.log(`npm has no ${oldestPostgresql.name} for this machine: what runs on it besides is skipped`)
if (!existsSync('../shared')) console.log('../shared is absent: tests over its samples are skipped')

/** Names of what failed, repeated at the end of a log of thousands of lines. */
const failures: string[] = []
const counts = [...checks.map(runCheck), runUnit(), await runBrowser()]
const total = counts.reduce((sum, next) => ({
  passed: sum.passed + next.passed,
  failed: sum.failed + next.failed,
  skipped: sum.skipped + next.skipped,
}))
for (const name of failures) console.log(`FAILED: ${name}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 ? 0 : 1)

function runCheck({ name, run }: (typeof checks)[number]): Count {
  const passed = run() === 0
  console.log(`${passed ? 'ok' : 'FAILED'}: ${name}`)
  if (!passed) failures.push(name)
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

function runUnit(): Count {
  const file = `${reports}/vitest.json`
  const status = runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as UnitReport
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests: skipped = 0 } = report
  for (const { name, message, status: fileStatus, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    for (const { fullName, failureMessages } of failed) addFailure(name, fullName, failureMessages[0])
    if (fileStatus === 'failed' && failed.length === 0) addFailure(name, 'the file', message)
  }
  return { passed, failed: withExit(numFailedTests, status), skipped }
}

function addFailure(file: string, name: string, message = ''): void {
  const [firstLine = ''] = message.split('\n')
  failures.push(`${relative('.', file)} › ${name}: ${firstLine.slice(0, 300)}`)
}

/** A test that fails in a browser is retried once: if it passes then, it is reported as flaky, else as failed. */
async function runBrowser(): Promise<Count> {
  const file = `${reports}/playwright.json`
  const status = await runBrowserTests(['--reporter=list,json', '--retries=1'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: BrowserSuite[]
  }
  addBrowserFailures(suites)
  if (stats.flaky > 0)
    console.log(`${stats.flaky} of the browser tests passed only when tried again: they are listed above as flaky`)
  return { passed: stats.expected + stats.flaky, failed: withExit(stats.unexpected, status), skipped: stats.skipped }
}

function addBrowserFailures(suites: BrowserSuite[]): void {
  for (const { file, specs, suites: inner = [] } of suites) {
    for (const { title, tests } of specs)
      for (const { projectName, status } of tests)
        if (status === 'unexpected') failures.push(`tests/e2e/${file} › ${title} [${projectName}]`)
    addBrowserFailures(inner)
  }
}

/** A runner that exits with an error without a failed test (a crash, an import error) counts as failed. */
function withExit(failed: number, status: number): number {
  return status !== 0 && failed === 0 ? 1 : failed
}
