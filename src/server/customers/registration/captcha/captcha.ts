import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { drawDigits } from './drawing.ts'
import { digitStrokes } from './digit-strokes.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { spendAttempt } from '#server/customers/accounts/attempts.ts'
import { insertCaptcha, takeCaptcha } from './queries-captcha.ts'
import { makeQuestion } from './question.ts'

type Deps = { db: Db }
/** `token` of the browser's cookie identifies its last captcha. */
type Browser = { token: string | undefined }

const digitCount = 5
export const captchaMinutes = 10
/** Words are read by any robot: this is how many forms an hour a network may send with them. */
const answersInWordsPerHour = 6

/** Five digits as a picture. */
export async function issuePicture(deps: Deps, browser: Browser): Promise<{ token: string; picture: Buffer }> {
  const known = Object.keys(digitStrokes)
  const answer = Array.from({ length: digitCount }, () => known[randomInt(known.length)] ?? '').join('')
  return { token: await issueCaptcha(deps, browser, { answer, inWords: false }), picture: await drawDigits(answer) }
}

/** A question in words, for people who cannot see the picture. */
export async function issueQuestion(deps: Deps, browser: Browser): Promise<{ token: string; question: string }> {
  const { question, answer } = makeQuestion()
  return { token: await issueCaptcha(deps, browser, { answer, inWords: true }), question }
}

/** The reason why an answer is refused; undefined: it is right. Each captcha can be tried once. */
export async function captchaRefusal(
  { db }: Deps,
  { token, address }: Browser & { address: string },
  answer: string,
): Promise<string | undefined> {
  const captcha = token === undefined ? undefined : await takeCaptcha(db, { tokenHash: hashToken(token) })
  // Expired, or spent by an earlier attempt.
  if (captcha === undefined) return 'Эта проверка уже не действует: пройдите новую'
  if (captcha.inWords) {
    const limits = [{ key: `captcha-in-words:${networkOf(address)}`, max: answersInWordsPerHour }]
    await spendAttempt({ db }, { limits, minutes: 60 })
  }
  if (answer.replace(/\s/g, '') === captcha.answer) return undefined
  return captcha.inWords ? 'Ответ неверный: ответьте на новый вопрос' : 'Цифры не сошлись: введите новые'
}

async function issueCaptcha(
  { db }: Deps,
  { token: before }: Browser,
  captcha: { answer: string; inWords: boolean },
): Promise<string> {
  const token = randomBytes(18).toString('base64url')
  const replaces = before === undefined ? undefined : hashToken(before)
  await insertCaptcha(db, { tokenHash: hashToken(token), ...captcha, minutes: captchaMinutes, replaces })
  return token
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
