import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { checks } from './check.ts'
import { oldestPostgresql } from '#tests/support/processes/oldest-postgresql.ts'
import { runBrowserTests } from './e2e.ts'
import { runTool } from './run-tool.ts'

type UnitReport = {
  numPassedTests?: number
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

const maxFilesAgain = 5
/** What failed or passed only when run again, repeated at the end of a log of thousands of lines. */
const notes: string[] = []
const counts = [...checks.map(runCheck), runUnit(), await runBrowser()]
const total = counts.reduce((sum, next) => ({
  passed: sum.passed + next.passed,
  failed: sum.failed + next.failed,
  skipped: sum.skipped + next.skipped,
}))
for (const note of notes) console.log(note)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 ? 0 : 1)

function runCheck({ name, run }: (typeof checks)[number]): Count {
  const passed = run() === 0
  console.log(`${passed ? 'ok' : 'FAILED'}: ${name}`)
  if (!passed) notes.push(`FAILED: ${name}`)
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

/**
 * Files with failed tests are run again, with nothing else beside them: what passes then is reported by name and
 * counted as passed. More than a few failed files are no accident of a busy machine and are not run again.
 */
function runUnit(): Count {
  const first = runVitest('vitest')
  const files = [...new Set(first.failed.map(({ file }) => file))]
  if (files.length === 0 || files.length > maxFilesAgain) return countUnit(first)
  console.log(`run again: ${files.join(' ')}`)
  const again = runVitest('vitest-again', files)
  if (again.passed === 0) return countUnit(first)
  const stillFailed = new Set(again.failed.map(nameOf))
  for (const test of first.failed)
    if (!stillFailed.has(nameOf(test))) notes.push(`PASSED WHEN RUN AGAIN: ${describeFailure(test)}`)
  return countUnit({
    ...again,
    passed: first.passed + first.failed.length - again.failed.length,
    skipped: first.skipped,
  })
}

type FailedTest = { file: string; name: string; message: string }
type UnitRun = { passed: number; failed: FailedTest[]; skipped: number; status: number }

function runVitest(report: string, files: string[] = []): UnitRun {
  const path = `${reports}/${report}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const status = runTool('vitest', ['run', ...files, ...reporters])
  if (!existsSync(path)) return { passed: 0, failed: [], skipped: 0, status: status || 1 }
  const { numPassedTests = 0, numPendingTests = 0, testResults } = JSON.parse(readFileSync(path, 'utf8')) as UnitReport
  return { passed: numPassedTests, failed: testResults.flatMap(listFailed), skipped: numPendingTests, status }
}

/** Failed tests of a file; the file itself where it failed outside them. */
function listFailed({ name, status, message, assertionResults }: UnitReport['testResults'][number]): FailedTest[] {
  const file = relative('.', name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [{ file, name: 'the file', message }]
  return failed.map(({ fullName, failureMessages: [first = ''] }) => ({ file, name: fullName, message: first }))
}

function countUnit({ passed, failed, skipped, status }: UnitRun): Count {
  for (const test of failed) notes.push(`FAILED: ${describeFailure(test)}`)
  return { passed, failed: withExit(failed.length, status), skipped }
}

function nameOf({ file, name }: FailedTest): string {
  return `${file} › ${name}`
}

function describeFailure(test: FailedTest): string {
  const [firstLine = ''] = test.message.split('\n')
  return `${nameOf(test)}: ${firstLine.slice(0, 300)}`
}

/** A test that fails in a browser is retried once: if it passes then, it is reported by name and counted as passed. */
async function runBrowser(): Promise<Count> {
  const file = `${reports}/playwright.json`
  const status = await runBrowserTests(['--reporter=list,json', '--retries=1'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: BrowserSuite[]
  }
  addBrowserNotes(suites)
  return { passed: stats.expected + stats.flaky, failed: withExit(stats.unexpected, status), skipped: stats.skipped }
}

function addBrowserNotes(suites: BrowserSuite[]): void {
  for (const { file, specs, suites: inner = [] } of suites) {
    for (const { title, tests } of specs)
      for (const { projectName, status } of tests)
        if (status === 'unexpected' || status === 'flaky') {
          const outcome = status === 'flaky' ? 'PASSED WHEN RUN AGAIN' : 'FAILED'
          notes.push(`${outcome}: tests/e2e/${file} › ${title} [${projectName}]`)
        }
    addBrowserNotes(inner)
  }
}

/** A runner that exits with an error without a failed test (a crash, an import error) counts as failed. */
function withExit(failed: number, status: number): number {
  return status !== 0 && failed === 0 ? 1 : failed
}
