import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswords, goodPasswords } from './password-samples.ts'
import { passwordError } from './password-rule.ts'

const login = 'anna.kovaleva@firm.example'
const ofStaff = (password: string) => passwordError(password, { login, staff: true })
const ofBuyer = (password: string) => passwordError(password, { login, staff: false })

test.each([
  'password123',
  'Password2024!',
  'P@ssw0rd2024',
  'passwordpassword',
  'qwerty12345',
  'Qwertyuiop1',
  '1q2w3e4r5t',
  'zaq12wsxcde3',
  '1qaz2wsx3edc',
  'asdfghjkl;',
  'йцукенгшщз',
  'Йцукен12345',
  'gfhjkm12345',
  'Gfhjkm2026!',
  'ghbdtn1234',
  'пароль12345',
  'Привет2026!',
  'parol-parol',
  'Moskva2024',
  'Сентябрь2026',
  'зфыыцщкв12',
  'admin12345',
  'administrator1',
  'Admin_2026_admin',
  'demo-admin-2026',
  'demo-1c-2026',
  'iloveyou2025',
  'letmein1234',
  'welcome2026!',
  'sklad-2026!',
  'buhgalteriya1',
  'aaaaaaaaaa',
  'abcabcabcabc',
  'abcdefghij',
  'ааааааааааа',
  '!!!!!!!!!!',
  'ivan01011990',
  'Наташа1985!',
  'kovaleva2026',
  'Anna.Kovaleva1',
  'Фттф123456',
])('the password %s is refused for everybody', async (password) => {
  expect(await ofStaff(password)).toBe('Такой пароль подбирают в первую очередь: придумайте другой')
  expect(await ofBuyer(password)).toBe('Такой пароль подбирают в первую очередь: придумайте другой')
})

test.each(['1234567890', '0987654321', '1111111111', '12345123451234', '2002200220', '01.01.1990 1', '7777777777'])(
  'the password %s of digits is refused for everybody',
  async (password) => {
    expect(await ofStaff(password)).toContain('одних цифр')
    expect(await ofBuyer(password)).toContain('подбирают')
  },
)

test('a password of digits only is refused for staff', async () => {
  expect(await ofStaff('+7 (916) 803-52-97')).toContain('одних цифр')
  expect(await ofBuyer('+7 (916) 803-52-97')).toBeUndefined()
})

test.each([
  'закат-над-Волгой-71',
  'correct horse battery',
  'Trumpet&Violin83',
  'xK9#mQ2$vL5',
  'девять синих тракторов',
  'a password of their own',
])('the password %s is accepted', async (password) => {
  expect(await ofStaff(password)).toBeUndefined()
})

test('length is counted in characters, not in bytes or UTF-16 units', async () => {
  expect(await ofStaff('Trumpet&8')).toBe('Пароль короче 10 знаков')
  expect(await ofStaff('🎺🎻🥁🎷🪕')).toBe('Пароль короче 10 знаков')
  expect(await ofStaff('Violin&Trumpet '.repeat(20))).toBe('Пароль длиннее 200 знаков')
})

test('every common password is refused', { timeout: 60_000 }, async () => {
  const taken: string[] = []
  for (const password of commonPasswords) if ((await ofStaff(password)) === undefined) taken.push(password)
  expect(taken).toEqual([])
})

test('phrases and random passwords are accepted', { timeout: 60_000 }, async () => {
  const refused: string[] = []
  for (const password of goodPasswords) if ((await ofStaff(password)) !== undefined) refused.push(password)
  expect(refused).toEqual([])
})

test('random passwords of 16 letters and digits are accepted', { timeout: 60_000 }, async () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_')
  const random = fc
    .array(fc.constantFrom(...letters), { minLength: 16, maxLength: 16 })
    .map((picked) => picked.join(''))
  await fc.assert(
    fc.asyncProperty(random, async (password) => (await ofStaff(password)) === undefined),
    { numRuns: 20 },
  )
})

test('any input is judged quickly', { timeout: 60_000 }, async () => {
  // Measured in the thread's CPU time: on a busy machine any call may wait.
  const answersSoon = async (password: string) => {
    const before = process.threadCpuUsage()
    await ofStaff(password)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000 < 2000
  }
  for (const part of ['a', 'correct horse ', 'йцукен123', '!@#$%', 'p4$$w0rd', '@4$30!1'])
    expect(await answersSoon(part.repeat(200).slice(0, 200)), part).toBe(true)
  await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), answersSoon), { numRuns: 20 })
})
