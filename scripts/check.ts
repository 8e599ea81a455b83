import { runTool } from './run-tool.ts'

/** What must hold before any test: types and walls, lint, no unused file or export, migrations that match the schema. */
export const checks: { name: string; run: () => number }[] = [
  { name: 'types', run: () => runTool('typescript', ['-b'], { command: 'tsc' }) },
  { name: 'lint', run: () => runTool('oxlint', ['--type-aware', '--deny-warnings', 'src', 'tests', 'scripts', 'bench']) },
  { name: 'unused code', run: () => runTool('knip', []) },
]

if (import.meta.main) {
  const failed = checks.filter(({ run }) => run() !== 0)
  for (const { name } of failed) console.error(`check failed: ${name}`)
  process.exit(failed.length === 0 ? 0 : 1)
}
