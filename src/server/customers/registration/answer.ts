import type { ApplicantForm } from '#shared/rules/parties/registration-form.ts'
import { applicantErrors, normaliseApplicant } from '#shared/rules/parties/registration-form.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byGuest } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { lookUpInRegister, type RegistrationDeps } from './look-up-register.ts'
import {
  toColumns,
  findRequestAwaitingAnswer,
  findPartyUse,
  insertEvent,
  saveAnswer,
  type RequestAwaitingAnswer,
} from './queries.ts'
import { notifyAnswered } from './notify.ts'

/** Staff's question and the current request. The link is valid until the answer is sent. */
export async function getRequestAwaitingAnswer(
  { db }: { db: Db },
  { token }: { token: string },
): Promise<RequestAwaitingAnswer> {
  const request = await findRequestAwaitingAnswer(db, { tokenHash: hashToken(token) })
  if (!request) throw new AppError('answerGone')
  return request
}

type Answer = { token: string; form: ApplicantForm; text: string; address: string }

/** Stores the applicant's corrections and answer; the request then waits for staff again. */
export async function answerStaff(deps: RegistrationDeps, { token, text, address, ...answer }: Answer): Promise<void> {
  const form = normaliseApplicant(answer.form)
  const fields = applicantErrors(form)
  throwIfInvalid(fields)
  const request = await getRequestAwaitingAnswer(deps, { token })
  const columns = toColumns(form)
  const changes = findChanges(request, columns)
  if (Object.keys(changes).length === 0 && text === '')
    throw new AppError('invalid', { fields: { text: 'Исправьте поля или напишите ответ' } })
  if ('inn' in changes || 'kpp' in changes) await throwIfKnown(deps.db, form)
  const registry = await lookUpInRegister(deps, form)
  const answering = deps.db.transaction(async (tx) => {
    const kept = await saveAnswer(tx, { tokenHash: hashToken(token), set: { ...columns, ...registry } })
    if (!kept) throw new AppError('answerGone')
    const eventId = await insertEvent(tx, { requestId: request.id, kind: 'answered', text, changes })
    await notifyAnswered(tx, { ...request, ...columns }, { eventId, text })
    await recordAudit(tx, byGuest, {
      action: 'registration.answered',
      object: { type: 'registration', id: request.id },
      before: Object.fromEntries(Object.keys(columns).map((name) => [name, request[name as keyof typeof columns]])),
      after: { ...columns, networkAddress: address },
    })
  })
  await answering.catch((error: unknown) => {
    if (violatedConstraint(error) !== 'registration_requests_open_party') throw error
    throw knownFirmError('alreadyRegistered')
  })
}

function findChanges(
  request: RequestAwaitingAnswer,
  columns: ReturnType<typeof toColumns>,
): Record<string, { before: string; after: string }> {
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return Object.fromEntries(
    names
      .filter((name) => request[name] !== columns[name])
      .map((name) => [name, { before: request[name], after: columns[name] }]),
  )
}

async function throwIfKnown(db: Db, party: { inn: string; kpp: string }): Promise<void> {
  const use = await findPartyUse(db, party)
  if (use === 'refused') throw knownFirmError('innRefused')
  if (use === 'known') throw knownFirmError('alreadyRegistered')
}

function knownFirmError(code: 'innRefused' | 'alreadyRegistered'): AppError {
  return new AppError(code, { fields: { inn: new AppError(code).message } })
}
