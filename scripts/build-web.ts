import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const stampFile = 'build/web.stamp'

/** Builds the web if anything it is made of has changed since the last build. */
export function buildWeb(): void {
  const stamp = digestSources()
  if (existsSync('build/web/index.html') && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Building the web…')
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
  if (status !== 0) throw new Error('The web did not build')
  mkdirSync('build', { recursive: true })
  writeFileSync(stampFile, stamp)
}

function digestSources(): string {
  const hash = createHash('sha256')
  const patterns = ['src/web/**/*', 'src/shared/**/*', 'vite.config.ts', 'package-lock.json', 'index.html', 'postcss.config.*']
  for (const file of globSync(patterns, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    hash.update(path).update(readFileSync(path))
  }
  return hash.digest('hex')
}

if (import.meta.main) buildWeb()
