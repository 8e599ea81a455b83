import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './run-tool.ts'

/**
 * Checks that run before any test: types and tiers, lint, formatting, unused files and exports, migrations that match
 * the schema.
 */
export const checks: { name: string; run: () => number }[] = [
  { name: 'types', run: () => runTool('typescript', ['-b'], { command: 'tsc' }) },
  {
    name: 'lint',
    run: () => runTool('oxlint', ['--type-aware', '--deny-warnings', 'src', 'tests', 'scripts', 'bench']),
  },
  { name: 'format', run: () => runTool('oxfmt', ['--check']) },
  { name: 'unused code', run: () => runTool('knip', []) },
  { name: 'migrations', run: findUnmigrated },
]

const migrations = 'src/server/platform/db/migrations'

/** Generates the missing migration, if any, into a copy. */
function findUnmigrated(): number {
  mkdirSync('build', { recursive: true })
  const copy = mkdtempSync(join('build', 'migrations-'))
  try {
    cpSync(migrations, copy, { recursive: true })
    const failed = runTool('drizzle-kit', [
      'generate',
      '--dialect',
      'postgresql',
      '--schema',
      './src/server/platform/db/schema/**/*.ts',
      '--out',
      `./${copy}`,
      '--name',
      'missing',
    ])
    const missing = readdirSync(copy).filter((name) => name.endsWith('_missing.sql'))
    if (missing.length > 0) console.error(`the schema has changes without a migration: npm run db:generate`)
    return failed || missing.length
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const failed = checks.filter(({ run }) => run() !== 0)
  for (const { name } of failed) console.error(`check failed: ${name}`)
  process.exit(failed.length === 0 ? 0 : 1)
}
