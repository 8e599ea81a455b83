import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { drawDigits } from './drawing.ts'
import { digitStrokes } from './digit-strokes.ts'
import { insertCaptcha, takeCaptcha } from './queries-captcha.ts'
import { makeSum } from './sum.ts'

type Deps = { db: Db }
/** `token` of the browser's cookie identifies its last captcha. */
type Browser = { token: string | undefined }

const digitCount = 5
export const captchaMinutes = 10

/** Five digits as a picture. */
export async function issuePicture(deps: Deps, browser: Browser): Promise<{ token: string; picture: Buffer }> {
  const known = Object.keys(digitStrokes)
  const answer = Array.from({ length: digitCount }, () => known[randomInt(known.length)] ?? '').join('')
  return { token: await issueCaptcha(deps, browser, answer), picture: await drawDigits(answer) }
}

/** A sum in words, for people who cannot see the picture. */
export async function issueSum(deps: Deps, browser: Browser): Promise<{ token: string; question: string }> {
  const { question, answer } = makeSum()
  return { token: await issueCaptcha(deps, browser, answer), question }
}

/** Whether the answer is right. Each captcha can be tried once. */
export async function spendCaptcha({ db }: Deps, { token }: Browser, answer: string): Promise<boolean> {
  if (token === undefined) return false
  const expected = await takeCaptcha(db, { tokenHash: hashToken(token) })
  return expected !== undefined && answer.replace(/\s/g, '') === expected
}

async function issueCaptcha({ db }: Deps, { token: before }: Browser, answer: string): Promise<string> {
  const token = randomBytes(18).toString('base64url')
  const replaces = before === undefined ? undefined : hashToken(before)
  await insertCaptcha(db, { tokenHash: hashToken(token), answer, minutes: captchaMinutes, replaces })
  return token
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
