// Brings a fresh clone to where everything runs: installs the locked dependencies, Node 24 among them.
// Plain JavaScript with node: imports only, because the machine's own Node may be older.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stampFile = join(root, 'node_modules', '.setup-stamp')
const wantedMajor = 24

const stamp = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex')

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) install()
checkNode()

function install() {
  console.log('Устанавливаются зависимости…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync(npm, flags, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error('Установить зависимости не удалось: проверьте сеть и повторите.')
    process.exit(1)
  }
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
}

function checkNode() {
  const local = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const command = existsSync(local) ? local : 'node'
  const version = execFileSync(command, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' }).trim()
  if (Number(version.slice(1).split('.')[0]) >= wantedMajor) return
  console.error(
    `Нужен Node ${wantedMajor} или новее, а для этой машины npm его не приносит (сейчас ${version}): ` +
      'установите его с nodejs.org.',
  )
  process.exit(1)
}
