import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { numberText, sectionOf, writeResults, type Part } from './results.ts'

const root = resolve(import.meta.dirname, '..')

/**
 * Runs the parts alternately with another commit's code and today's on one machine; the comparison is written to the
 * end of results.md.
 */
export async function compareWith(commit: string, parts: readonly Part[]): Promise<number> {
  const hash = git('rev-parse', '--short', `${commit}^{commit}`)
  const folder = mkdtempSync(join(tmpdir(), 'portal-against-'))
  git('worktree', 'add', '--detach', '--force', folder, hash)
  try {
    provideModules(folder)
    const rows: string[] = []
    let status = 0
    for (const part of parts) {
      measure(folder, part)
      status = Math.max(status, measure(root, part))
      rows.push(...compare(figuresOf(folder, part), figuresOf(root, part)))
    }
    const heading = [
      `Commit ${hash} and today's code measured in turn. Above 1 is better for what is counted per second, below 1 for times and memory.`,
      '',
      `| what | ${hash} | now | now to then |`,
      '|---|---|---|---|',
    ]
    for (const row of rows) process.stdout.write(`${row}\n`)
    await writeResults({ against: [...heading, ...rows] })
    return status
  } finally {
    git('worktree', 'remove', '--force', folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The other commit uses these node_modules if both have the same lock file. */
function provideModules(folder: string): void {
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}

/** Returns the exit code: 1 if a threshold was missed. */
function measure(folder: string, part: Part): number {
  process.stdout.write(`${part} ${folder === root ? 'now' : 'then'}\n`)
  const { status } = spawnSync(process.execPath, ['bench/run.ts', part], { cwd: folder, stdio: 'inherit' })
  return status ?? 1
}

type Figure = { value: number; unit: string }

/** Figures a part has just written; values in brackets in a name differ between runs and are ignored. */
function figuresOf(folder: string, part: Part): Map<string, Figure> {
  const section = sectionOf(readFileSync(join(folder, 'bench/results.md'), 'utf8'), part) ?? ''
  const lines = [...section.matchAll(/^\| (.+?) \| (-?[\d.]+) ?(\S.*?)? \|/gm)]
  return new Map(
    lines.map(([, name = '', value = '', unit = '']) => [
      name.replace(/ \([^)]*\)/g, ''),
      { value: Number(value), unit },
    ]),
  )
}

function compare(then: Map<string, Figure>, now: Map<string, Figure>): string[] {
  return [...now].flatMap(([name, { value, unit }]) => {
    const before = then.get(name)
    if (before?.unit !== unit || before.value === 0) return []
    return [
      `| ${name} | ${numberText(before.value)} ${unit} | ${numberText(value)} ${unit} | ${(value / before.value).toFixed(2)} |`,
    ]
  })
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
