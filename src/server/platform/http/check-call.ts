import type { Endpoint } from '#shared/api/endpoint.ts'
import { contractPricesHidden } from '#shared/messages.ts'
import { isHiddenByPricePolitics, may, type Right } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'

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
