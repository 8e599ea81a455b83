import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captchaInWords, register } from '#shared/api/account/registration.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { applyForAccess, captchaAnswer, registrationForm, withIpAddress } from '#tests/support/accounts/registration.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => portal.close())

const total = 1000
const atOnce = 20
const slowestPersonMs = 10_000

test(
  '[C.52] of 1,000 filled forms of a robot six reach staff, and people register meanwhile',
  { timeout: 120_000 },
  async () => {
    const outcomes = new Map<string, number>()
    let left = total
    async function robot(): Promise<void> {
      const visitor = withIpAddress('203.0.113.1', portal.visitor())
      while (left > 0) {
        left -= 1
        // It answers every question right, and sends the form without one when it gets none.
        await call(captchaInWords, {}, visitor).catch(() => undefined)
        const form = registrationForm({ captcha: (await captchaAnswer(portal, visitor)) || '1' })
        const outcome = await call(register, form, visitor).then(
          ({ state }) => state,
          ({ code }: { code: string }) => code,
        )
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    }
    const flood = Promise.all(Array.from({ length: atOnce }, robot))
    const waited: number[] = []
    for (let person = 0; person < 5; person += 1) {
      const startedMs = performance.now()
      const { reply } = await applyForAccess(portal, withIpAddress(`198.51.100.${person}`, portal.visitor()))
      expect(reply.state).toBe('success')
      waited.push(performance.now() - startedMs)
    }
    expect(Math.max(...waited)).toBeLessThan(slowestPersonMs)
    await flood
    expect(outcomes.get('success')).toBe(6)
    expect(outcomes.get('tooManyRequests')).toBeGreaterThan(total - 30)
    const { rows } = await portal.db.execute<{ count: number }>(
      sql`select count(*)::int as count from registration_requests where address = '203.0.113.1'`,
    )
    expect(rows[0]?.count).toBe(6)
  },
)
