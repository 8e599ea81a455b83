import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captchaInWords, register } from '#shared/api/account/registration.ts'
import { numbersBelowTwenty } from '#shared/rules/words/numbers.ts'
import { captchas } from '#server/platform/db/schema/registration.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { captchaAnswer, registrationForm, withIpAddress } from '#tests/support/accounts/registration.ts'
import { call } from '#web/api/client.ts'
import { purgeRegistrations } from '../purge.ts'
import { drawDigits } from './drawing.ts'
import { makeQuestion } from './question.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const refused = (captcha: string) => ({ body: { fields: { captcha } } })
const spentCaptcha = refused('Эта проверка уже не действует: пройдите новую')

test('[S.10] /captcha.php is an uncached picture of five digits, and each request makes another', async () => {
  const visitor = portal.visitor()
  const first = await visitor.send('/captcha.php?1764000000', {})
  expect(first.headers.get('content-type')).toBe('image/png')
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect(first.headers.get('set-cookie')).toMatch(/^captcha=.*HttpOnly; SameSite=Lax/)
  const { width, height } = await sharp(Buffer.from(await first.arrayBuffer())).metadata()
  expect({ width, height }).toEqual({ width: 296, height: 100 })
  const answer = await captchaAnswer(portal, visitor)
  expect(answer).toMatch(/^\d{5}$/)
  const cookie = visitor.cookies.get('captcha')
  await visitor.send('/captcha.php?1764000001', {})
  expect(visitor.cookies.get('captcha')).not.toBe(cookie)
  // The previous captcha is no longer valid.
  const answers = await portal.db.select({ answer: captchas.answer }).from(captchas)
  expect(answers).toEqual([{ answer: await captchaAnswer(portal, visitor) }])
})

test('pictures of the same digits all differ', async () => {
  const pictures = await Promise.all(Array.from({ length: 5 }, () => drawDigits('70492')))
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(5)
})

test('[S.10] a captcha is valid for one attempt, right or wrong', async () => {
  const visitor = portal.visitor()
  await call(captchaInWords, {}, visitor)
  const right = await captchaAnswer(portal, visitor)
  await expect(call(register, registrationForm({ captcha: '99999' }), visitor)).rejects.toMatchObject(
    refused('Ответ неверный: ответьте на новый вопрос'),
  )
  await expect(call(register, registrationForm({ captcha: right }), visitor)).rejects.toMatchObject(spentCaptcha)
  await call(captchaInWords, {}, visitor)
  const next = await captchaAnswer(portal, visitor)
  await call(register, registrationForm({ captcha: ` ${next} ` }), visitor)
  await expect(call(register, registrationForm({ captcha: next }), visitor)).rejects.toMatchObject(spentCaptcha)
})

test('a wrong answer to the picture is told as digits', async () => {
  const visitor = portal.visitor()
  await visitor.send('/captcha.php', {})
  await expect(call(register, registrationForm({ captcha: '0' }), visitor)).rejects.toMatchObject(
    refused('Цифры не сошлись: введите новые'),
  )
})

test('a captcha is valid in its own browser and for ten minutes only; expired ones are deleted', async () => {
  const visitor = portal.visitor()
  await call(captchaInWords, {}, visitor)
  const captcha = await captchaAnswer(portal, visitor)
  await expect(call(register, registrationForm({ captcha }), portal.visitor())).rejects.toMatchObject(spentCaptcha)
  const [{ minutes } = { minutes: 0 }] = await portal.db
    .select({ minutes: sql<number>`extract(epoch from max(expires_at) - now())::float / 60` })
    .from(captchas)
  expect(minutes).toBeGreaterThan(9)
  expect(minutes).toBeLessThanOrEqual(10)
  await portal.db.execute(sql`update captchas set expires_at = now() - interval '1 second'`)
  await expect(call(register, registrationForm({ captcha }), visitor)).rejects.toMatchObject(spentCaptcha)
  await call(captchaInWords, {}, visitor)
  await portal.db.execute(sql`update captchas set expires_at = now() - interval '1 second'`)
  await purgeRegistrations(portal)
  expect(await portal.db.select().from(captchas)).toEqual([])
})

const below60 = [...numbersBelowTwenty.keys(), ...Array.from({ length: 40 }, (_, index) => 20 + index)]
const tens = { 2: 'двадцать', 3: 'тридцать', 4: 'сорок', 5: 'пятьдесят' } as Record<number, string>
const named = new Map(
  below60.map((number) => [
    number < 20
      ? (numbersBelowTwenty[number] ?? '')
      : `${tens[Math.floor(number / 10)]} ${numbersBelowTwenty[number % 10]}`.trim(),
    number,
  ]),
)

/** As a person answers it, or a robot. */
function solve(question: string): string {
  const [, one = '', sign = '', other = ''] = /^Сколько будет (.+) (плюс|минус) (.+)\?$/.exec(question) ?? []
  if (sign !== '') return String((named.get(one) ?? 0) + (sign === 'плюс' ? 1 : -1) * (named.get(other) ?? 0))
  const [, word = '', row = ''] = /^Каким по счёту названо слово «(.+)»: (.+)\? Ответьте цифрой$/.exec(question) ?? []
  return String(row.split(', ').indexOf(word) + 1)
}

test('the accessible captcha is a question in words of several kinds, and its answer is right', () => {
  const asked = Array.from({ length: 200 }, makeQuestion)
  expect(asked.map(({ question }) => solve(question))).toEqual(asked.map(({ answer }) => answer))
  const kinds = new Set(asked.map(({ question }) => / (плюс|минус|слово) /.exec(question)?.[1]))
  expect(kinds).toEqual(new Set(['плюс', 'минус', 'слово']))
})

test('a robot that answers in words sends six forms an hour from a network; others are not held up', async () => {
  const proxied = await startTestApp({ env: { TRUST_PROXY: '1' } })
  try {
    const robot = withIpAddress('203.0.113.1', proxied.visitor())
    const sent: string[] = []
    for (let form = 0; form < 12; form += 1) {
      const { question } = await call(captchaInWords, {}, robot)
      const input = registrationForm({ captcha: solve(question) })
      sent.push(
        await call(register, input, robot).then(
          ({ state }) => state,
          ({ code }: { code: string }) => code,
        ),
      )
    }
    expect(sent).toEqual([...Array(6).fill('success'), ...Array(6).fill('tooManyRequests')])
    // Of the same network a person who sees the picture still registers, and so does whoever is elsewhere.
    const pictured = withIpAddress('203.0.113.1', proxied.visitor())
    await pictured.send('/captcha.php', {})
    const seen = registrationForm({ captcha: await captchaAnswer(proxied, pictured) })
    expect((await call(register, seen, pictured)).state).toBe('success')
    const elsewhere = withIpAddress('203.0.113.2', proxied.visitor())
    const { question } = await call(captchaInWords, {}, elsewhere)
    expect((await call(register, registrationForm({ captcha: solve(question) }), elsewhere)).state).toBe('success')
  } finally {
    await proxied.close()
  }
})

test('captchas are made no faster than one a second after sixty', async () => {
  const robot = portal.visitor()
  const answers = await Promise.all(Array.from({ length: 80 }, () => robot.send('/api/captcha/', {})))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(10)
})
