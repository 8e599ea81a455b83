import fastify from 'fastify'
import { expect, test } from 'vitest'
import { setSecurityHeaders } from './security-headers.ts'

test('every answer, also a refusal, has a policy that allows only own scripts', async () => {
  const app = served({ https: false })
  for (const url of ['/', '/missing']) {
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  }
})

test('the policy allows pictures of the portal and of a configured tile server', async () => {
  const policy = async (imagesFrom: string[]) =>
    String((await served({ https: false, imagesFrom }).inject('/')).headers['content-security-policy'])
  expect(await policy([])).toContain("img-src 'self' data: blob:;")
  expect(await policy(['https://tiles.example'])).toContain("img-src 'self' data: blob: https://tiles.example;")
})

test('only a portal behind https sends Strict-Transport-Security', async () => {
  const header = 'strict-transport-security'
  expect((await served({ https: false }).inject('/')).headers).not.toHaveProperty(header)
  expect((await served({ https: true }).inject('/')).headers).toHaveProperty(header)
})

function served(options: Parameters<typeof setSecurityHeaders>[1]) {
  const app = fastify()
  setSecurityHeaders(app, options)
  app.get('/', () => 'ok')
  return app
}
