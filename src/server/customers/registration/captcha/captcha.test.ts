import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captchaSum, register } from '#shared/api/account/registration.ts'
import { captchas } from '#server/platform/db/schema/registration.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { captchaAnswer, registrationForm } from '#tests/support/accounts/registration.ts'
import { call } from '#web/api/client.ts'
import { purgeRegistrations } from '../purge.ts'
import { drawDigits } from './drawing.ts'
import { makeSum } from './sum.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const wrongCaptcha = { body: { fields: { captcha: 'Цифры не сошлись: введите новые' } } }

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
  await call(captchaSum, {}, visitor)
  const right = await captchaAnswer(portal, visitor)
  await expect(call(register, registrationForm({ captcha: '99999' }), visitor)).rejects.toMatchObject(wrongCaptcha)
  await expect(call(register, registrationForm({ captcha: right }), visitor)).rejects.toMatchObject(wrongCaptcha)
  await call(captchaSum, {}, visitor)
  const next = await captchaAnswer(portal, visitor)
  await call(register, registrationForm({ captcha: ` ${next} ` }), visitor)
  await expect(call(register, registrationForm({ captcha: next }), visitor)).rejects.toMatchObject(wrongCaptcha)
})

test('a captcha is valid in its own browser and for ten minutes only; expired ones are deleted', async () => {
  const visitor = portal.visitor()
  await call(captchaSum, {}, visitor)
  const captcha = await captchaAnswer(portal, visitor)
  await expect(call(register, registrationForm({ captcha }), portal.visitor())).rejects.toMatchObject(wrongCaptcha)
  const [{ minutes } = { minutes: 0 }] = await portal.db
    .select({ minutes: sql<number>`extract(epoch from max(expires_at) - now())::float / 60` })
    .from(captchas)
  expect(minutes).toBeGreaterThan(9)
  expect(minutes).toBeLessThanOrEqual(10)
  await portal.db.execute(sql`update captchas set expires_at = now() - interval '1 second'`)
  await expect(call(register, registrationForm({ captcha }), visitor)).rejects.toMatchObject(wrongCaptcha)
  await call(captchaSum, {}, visitor)
  await portal.db.execute(sql`update captchas set expires_at = now() - interval '1 second'`)
  await purgeRegistrations(portal)
  expect(await portal.db.select().from(captchas)).toEqual([])
})

test('the accessible captcha is a sum in words, and its answer is the sum', () => {
  const words = (
    'два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать ' +
    'пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'
  ).split(' ')
  for (let count = 0; count < 50; count += 1) {
    const { question, answer } = makeSum()
    const [, one = '', other = ''] = /^Сколько будет (\S+) плюс (\S+)\?$/.exec(question) ?? []
    expect(words.indexOf(one) + 2 + words.indexOf(other) + 2, question).toBe(Number(answer))
  }
})
