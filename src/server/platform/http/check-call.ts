import type { Endpoint } from '#shared/api/endpoint.ts'
import { askedByHeader, callerHeader } from '#shared/constants.ts'
import { contractPricesHidden } from '#shared/messages.ts'
import { isHiddenByPricePolitics, may, type Right } from '#shared/rights.ts'
import { askedByLabel, askedByLength, tidyAskedBy } from '#shared/rules/parties/acting.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'

type CallHeaders = Record<string, string | string[] | undefined>

/**
 * Who makes a call; undefined for a guest, or while a second factor must be set up first. While staff act as a buyer it
 * is the buyer, if the call may be made so.
 */
export function callerOf(
  call: Pick<Endpoint, 'right' | 'whileActing' | 'duringSecondFactorSetup'>,
  signedIn: SignedIn | undefined,
  headers: CallHeaders,
): Actor | undefined {
  if (!signedIn || (signedIn.awaitsSecondFactor && !call.duringSecondFactorSetup)) return undefined
  if (call.whileActing === 'own') return signedIn.own
  const { actor } = signedIn
  if (call.right !== 'public') refuseOtherCaller(actor, headers)
  if (!actor.actedBy || call.whileActing === undefined) return actor
  if (call.whileActing === 'refused') throw new AppError('refusedWhileActing')
  return { ...actor, actedBy: { ...actor.actedBy, askedBy: askedByOf(headers) } }
}

/** Another window of the browser may have begun or ended acting as a buyer: nothing is done in the wrong name. */
function refuseOtherCaller({ accountId }: Actor, { [callerHeader]: shown }: CallHeaders): void {
  if (shown !== undefined && shown !== String(accountId)) throw new AppError('callerChanged')
}

function askedByOf({ [askedByHeader]: sent }: CallHeaders): string {
  const decoded = decode(typeof sent === 'string' ? sent : '')
  const text = decoded === undefined ? undefined : tidyAskedBy(decoded)
  const { min, max } = askedByLength
  if (text === undefined || text.length < min || text.length > max)
    throw new AppError('invalid', { fields: { asked_by: `${askedByLabel}: от ${min} до ${max} знаков` } })
  return text
}

/** Undefined for text that is not URI-encoded, or that the database cannot store. */
function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}

/** What a call requires of its caller. */
type Guarded = { right: Endpoint['right']; orRight?: Right }

export function refuseWithoutRight({ right, orRight }: Guarded, actor: Actor | undefined): void {
  if (right === 'public') return
  if (!actor) throw new AppError('notSignedIn')
  if (right === 'session' || may(actor, right)) return
  if (orRight !== undefined && may(actor, orRight)) return
  throw new AppError('forbidden', isHiddenByPricePolitics(actor, right) ? { message: contractPricesHidden } : undefined)
}

/** Returns the caller; throws for guests, or without the right. */
export function expectRight(
  guarded: Guarded & { right: Exclude<Endpoint['right'], 'public'> },
  actor: Actor | undefined,
): Actor {
  refuseWithoutRight(guarded, actor)
  return actor as Actor
}

/** Returns the parsed input; throws with the error of each field. */
export function checkInput({ input }: Pick<Endpoint, 'input'>, raw: Record<string, unknown>): Checked {
  const parsed = input.safeParse(raw)
  if (parsed.success) return { data: parsed.data }
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= describeIssue(issue)
  return { fields }
}

type Checked = { data: unknown; fields?: undefined } | { data?: undefined; fields: Record<string, string> }

function describeIssue(issue: { code: string; message: string }): string {
  if (/[а-яё]/i.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'too_big':
      return 'Слишком большое значение'
    case 'too_small':
      return 'Слишком маленькое или пустое значение'
    case 'unrecognized_keys':
      return 'Лишнее поле'
    default:
      return 'Недопустимое значение'
  }
}
