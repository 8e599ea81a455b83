import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

/** The portal's own origins with BASE_URL, and the message at another origin. */
const baseUrl = 'https://opt.example'
let portal: TestApp
beforeAll(async () => void (portal = await startTestApp({ env: { BASE_URL: baseUrl, TRUST_PROXY: '1' } })))
afterAll(() => portal.close())

async function post(headers: Record<string, string>) {
  const response = await fetch(`${portal.origin}/api/logout/`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', ...headers },
  })
  const { code, message } = (await response.json()) as { code?: string; message?: string }
  return { status: response.status, code, message }
}

test("X-Forwarded-Host does not make another origin the portal's own", async () => {
  for (const host of ['evil.example', 'opt.example:8443', 'localhost']) {
    expect(
      await post({ origin: `https://${host}`, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }),
    ).toMatchObject({ status: 403, code: 'crossSite' })
    expect((await post({ origin: baseUrl, 'x-forwarded-host': host })).status).toBe(200)
  }
  expect((await post({ origin: baseUrl.replace('https', 'http') })).status).toBe(403)
})

test('a portal opened at another address than BASE_URL explains the refusal; to another site it does not', async () => {
  const { host } = new URL(portal.origin)
  const sentence =
    'Портал открыт по адресу, которого он не знает. Откройте https://opt.example или задайте в BASE_URL адрес, ' +
    'по которому портал открывают'
  expect(await post({ origin: portal.origin })).toEqual({ status: 403, code: 'crossSite', message: sentence })
  expect(await post({ origin: portal.origin, 'sec-fetch-site': 'same-origin' })).toEqual({
    status: 403,
    code: 'crossSite',
    message: sentence,
  })
  expect(await post({ origin: 'https://evil.example' })).toEqual({
    status: 403,
    code: 'crossSite',
    message: 'Запрос с чужого сайта отклонён',
  })
  expect(await post({ origin: `http://${host}`, 'sec-fetch-site': 'cross-site' })).toEqual({
    status: 403,
    code: 'crossSite',
    message: 'Запрос с чужого сайта отклонён',
  })
})
