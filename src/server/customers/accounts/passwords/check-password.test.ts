import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPassword } from '#shared/api/account/password.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { withIpAddress } from '#tests/support/accounts/registration.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => portal.close())

const fromNetwork = (last: number): Visitor => withIpAddress(`203.0.113.${last}`, portal.visitor())
const reasonOf = async (input: { password?: string; login?: string; staff?: boolean }, visitor = fromNetwork(1)) =>
  (await call(checkPassword, input, visitor)).reason

test('[V.11] why a password would be refused is told before the form is sent, by the rule that sets it', async () => {
  const refused = 'Такой пароль подбирают в первую очередь: придумайте другой'
  expect(await reasonOf({ password: 'Наташа1985!' })).toBe(refused)
  expect(await reasonOf({ password: 'девять синих тракторов' })).toBeNull()
  expect(await reasonOf({ password: 'Kovaleva7719!', login: 'buh@vektor.example' })).toBeNull()
  expect(await reasonOf({ password: 'Kovaleva7719!', login: 'kovaleva@vektor.example' })).toBe(refused)
  expect(await reasonOf({ password: '+7 (916) 803-52-97' })).toBeNull()
  expect(await reasonOf({ password: '+7 (916) 803-52-97', staff: true })).toContain('одних цифр')
  expect(await reasonOf({ password: 'коротко' })).toBe('Пароль короче 10 знаков')
  expect(await reasonOf({})).toBe('Придумайте пароль')
})

test('a password is checked in a body only', async () => {
  const response = await fromNetwork(2).send('/api/passwordCheck/?password=qwertyuiop', {})
  expect(response.status).toBe(404)
})

test('a network may ask 60 times an hour, whatever the passwords; another one still may', async () => {
  const robot = fromNetwork(3)
  const answers = await Promise.allSettled(Array.from({ length: 70 }, (_, n) => reasonOf({ password: `p${n}` }, robot)))
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as { code: string }).code] : [],
  )
  expect(codes).toEqual(Array(10).fill('tooManyRequests'))
  expect(await reasonOf({ password: 'p1' }, fromNetwork(4))).toBe('Пароль короче 10 знаков')
})
