import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartRefused } from '#server/platform/startup/start-refused.ts'

const stampFile = 'build/web.stamp'

/** Builds the web if any of its sources has changed since the last build. */
export function buildWeb(): void {
  const stamp = digestSources()
  if (existsSync('build/web/index.html') && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Собираются страницы…')
  const built = resolve(`build/web-${process.pid}`)
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', built, '--emptyOutDir'],
    { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new StartRefused('Страницы портала не собрались: причина выше')
  replaceOutput(built)
  writeFileSync(stampFile, stamp)
}

/** Writes under a temporary name and renames, so that concurrent readers and writers never see an incomplete build. */
function replaceOutput(built: string): void {
  const last = `${built}-last`
  if (existsSync('build/web')) renameSync('build/web', last)
  renameSync(built, 'build/web')
  rmSync(last, { recursive: true, force: true })
}

function digestSources(): string {
  const hash = createHash('sha256')
  const patterns = [
    'src/web/**/*',
    'src/shared/**/*',
    'vite.config.ts',
    'scripts/calls-without-schemas.ts',
    'scripts/web-icons.ts',
    'package-lock.json',
    'index.html',
    'postcss.config.*',
  ]
  for (const file of globSync(patterns, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    hash.update(path).update(readFileSync(path))
  }
  return hash.digest('hex')
}

if (import.meta.main) buildWeb()
