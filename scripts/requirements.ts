import { existsSync, readFileSync } from 'node:fs'

const rowsFile = '../shared/requirements.md'
const reports = { unit: 'build/test-reports/vitest.json', browser: 'build/test-reports/playwright.json' }

if (!existsSync(rowsFile)) {
  console.log('../shared/requirements.md is absent: nothing to compare with')
  process.exit(0)
}
const missingReport = Object.values(reports).find((file) => !existsSync(file))
if (missingReport !== undefined) {
  console.error(`${missingReport} is absent: run npm test first`)
  process.exit(1)
}

const rows = [...readFileSync(rowsFile, 'utf8').matchAll(/\[([A-Z]\.\d+)\]/g)].map(([, row = '']) => row)
const proved = new Set(
  [...unitTitles(), ...browserTitles()].flatMap((title) =>
    [...title.matchAll(/\[([A-Z]\.\d+)\]/g)].map(([, row]) => row),
  ),
)
const open = [...new Set(rows)].filter((row) => !proved.has(row))
console.log(`${new Set(rows).size - open.length} of ${new Set(rows).size} rows are named by a passing test`)
if (open.length > 0) console.log(`not yet: ${open.join(' ')}`)

function unitTitles(): string[] {
  const report = JSON.parse(readFileSync(reports.unit, 'utf8')) as {
    testResults: { assertionResults: { status: string; fullName: string }[] }[]
  }
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
  )
}

type Suite = { suites?: Suite[]; specs?: { title: string; ok: boolean }[] }

function browserTitles(): string[] {
  const report = JSON.parse(readFileSync(reports.browser, 'utf8')) as Suite
  return collect(report)
}

function collect({ suites = [], specs = [] }: Suite): string[] {
  return [...specs.filter(({ ok }) => ok).map(({ title }) => title), ...suites.flatMap(collect)]
}
