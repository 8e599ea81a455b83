import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/platform/startup/config.ts'

/** What the containers of compose.yaml may do on the host. */
type Service = {
  image?: string
  user?: string
  command?: string[]
  environment?: Record<string, string | number>
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  privileged?: boolean
  security_opt?: string[]
  networks?: string[]
  ports?: string[]
  deploy?: { resources?: { limits?: { cpus?: string; memory?: string; pids?: number } } }
}
const { services, networks } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
}

test('every service is checked below', () =>
  expect(Object.keys(services).toSorted()).toEqual(['balancer', 'database', 'portal']))

test.each(Object.entries(services))(
  '%s has a read-only file system, no capabilities, no new privileges, limits, and a non-root user',
  (name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(service.cap_add ?? []).toEqual([])
    expect(service.privileged ?? false).toBe(false)
    expect(service.deploy?.resources?.limits).toEqual({
      cpus: expect.stringMatching(/^\d+$/) as string,
      memory: expect.stringMatching(/^\d+[mg]$/) as string,
      pids: expect.any(Number) as number,
    })
    // The portal's image sets its user itself.
    const user =
      name === 'portal'
        ? /^USER (\S+)$/m.exec(
            readFileSync('Dockerfile', 'utf8')
              .split(/^FROM /m)
              .at(-1) ?? '',
          )?.[1]
        : service.user
    expect(user).toMatch(/^(?!root|0)\S+$/)
  },
)

test('only the balancer is reachable from outside, and the database only by the portals', () => {
  expect(
    Object.entries(services)
      .filter(([, { ports }]) => ports !== undefined)
      .map(([name]) => name),
  ).toEqual(['balancer'])
  expect(networks.inside).toEqual({ internal: true })
  expect(services.database?.networks).toEqual(['inside'])
  expect(services.balancer?.networks).toEqual(['outside'])
})

test('the log of the database quotes no stored values', () => {
  expect(services.database?.command).toEqual(['postgres', '-c', 'log_error_verbosity=terse'])
})

test('every variable of the README is set, or taken from .env', () => {
  const [, chapter = ''] = /^## Configuration$(.+?)^## /ms.exec(readFileSync('README.md', 'utf8')) ?? []
  const documented = [...chapter.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
  expect(documented).toContain('SMTP_URL')
  const image = /^ENV NODE_ENV=.+$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[0] ?? ''
  const { environment = {} } = services.portal ?? {}
  const isSet = (name: string) => name in environment || image.includes(` ${name}=`)
  // The known passwords are for the demo on one's own machine.
  expect(documented.filter((name) => !isSet(name))).toEqual(['DEMO_PUBLIC'])

  const optional = Object.entries(environment).filter(([name, value]) => value === `\${${name}:-}`)
  expect(optional.map(([name]) => name)).toContain('SMTP_URL')
  expect(readConfig(Object.fromEntries(optional.map(([name]) => [name, ''])))).toEqual(readConfig({}))
})
