import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/** The contents of the production image, by the last stage of the Dockerfile. */
const dockerfile = readFileSync('Dockerfile', 'utf8')
const lastStage = dockerfile.split(/^FROM /m).at(-1) ?? ''
const copied = [...lastStage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
const { dependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'scripts',
  Record<string, string>
>

/** Commands that an administrator runs in the container. */
const commands = ['staff', 'exchange', 'backup', 'restore'].flatMap(
  (name) => /^node (\S+\.ts)$/.exec(scripts[name] ?? '')?.[1] ?? [],
)

test('the image contains the server, its administration commands and everything they import', () => {
  expect(commands).toEqual(['scripts/staff.ts', 'scripts/exchange.ts', 'scripts/backup.ts', 'scripts/restore.ts'])
  const missing = [...closureOf(['src/server/main.ts', ...commands])].filter((name) => !isInImage(name))
  expect(missing).toEqual([])
})

test('a file outside the image, a development tool and a missing file are reported', () => {
  expect(isInImage('src/web/portal.tsx')).toBe(false)
  expect(isInImage('vitest')).toBe(false)
  expect(isInImage('src/server/nowhere.ts')).toBe(false)
  expect(isInImage('drizzle-orm/pg-core')).toBe(true)
})

test('the health check restarts a container that does not answer, not one whose database is down', () => {
  expect(/^HEALTHCHECK .*$/m.exec(dockerfile)?.[0]).toMatch(/127\.0\.0\.1:3000\/live'/)
})

test('every image is pinned by digest, and one script prints all digests', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  const required = [...compose.matchAll(/^ +(?:image|NODE_IMAGE): (.+)$/gm)].map(
    ([, value = '']) => /^\$\{(\w+):\?[^:#]+\}$/.exec(value)?.[1] ?? value,
  )
  expect(required.toSorted()).toEqual(['NGINX_IMAGE', 'NODE_IMAGE', 'POSTGRES_IMAGE'])
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([
    expect.stringMatching(/^\$\{NODE_IMAGE:\?\S+\}$/),
    '${NODE_IMAGE}',
  ])
  expect(dockerfile).toMatch(/^ARG NODE_IMAGE$/m)

  const digest = `sha256:${'0a'.repeat(32)}`
  const pinned = withDocker(`echo ${digest}`)
  expect(new Set(pinned.map((line) => line.split('=')[0]))).toEqual(new Set(required))
  for (const line of pinned) expect(line).toMatch(new RegExp(`^\\w+=[\\w.-]+:[\\w.-]+@${digest}$`))
})

test.each([
  ['node:24-bookworm-slim', 1],
  ['node@sha256:0a', 0],
  ['node:24-bookworm-slim@sha256:0a', 0],
])('a build from %s exits with %i', (image, code) => {
  const check = /^RUN (case "\$NODE_IMAGE" .*)$/m.exec(dockerfile)?.[1] ?? 'exit 2'
  const { status, stderr } = spawnSync('sh', ['-c', check], { env: { NODE_IMAGE: image }, encoding: 'utf8' })
  expect({ status, isNamed: stderr.includes(image) }).toEqual({ status: code, isNamed: code !== 0 })
})

/** The output of deploy/pin-images.sh with a fake docker command. */
function withDocker(script: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'portal-docker-'))
  try {
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const { stdout } = spawnSync('sh', ['deploy/pin-images.sh'], {
      env: { PATH: [folder, process.env.PATH].join(delimiter) },
      encoding: 'utf8',
    })
    return stdout.trim().split('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isInImage(name: string): boolean {
  if (name.startsWith('node:')) return true
  if (/\.(ts|mjs)$/.test(name))
    return existsSync(name) && copied.some((source) => name === source || name.startsWith(`${source}/`))
  const [scope = '', rest] = name.split('/')
  return (scope.startsWith('@') ? `${scope}/${rest}` : scope) in dependencies
}

/** Files and packages that these import statically or dynamically, not counting types. */
function closureOf(entries: string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    if (/\.(ts|mjs)$/.test(name) && existsSync(name)) importsOf(name).forEach(visit)
  }
  entries.forEach(visit)
  return seen
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const { module } = parseSync(file, text)
  const plain = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  )
  const late = module.dynamicImports.flatMap(
    ({ moduleRequest: { start, end } }) => /^(['"])(.*)\1$/.exec(text.slice(start, end))?.[2] ?? [],
  )
  return [...plain, ...passedOn, ...late].map((target) => resolveImport(file, target))
}

function resolveImport(file: string, target: string): string {
  if (target.startsWith('#'))
    return target.replace(/^#(\w+)\//, (_, room: string) => (room === 'tests' ? 'tests/' : `src/${room}/`))
  return target.startsWith('.') ? join(dirname(file), target) : target
}
