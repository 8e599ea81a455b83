import type { ApplicantForm } from '#shared/rules/parties/registration-form.ts'
import { applicantFaults, tidyApplicant } from '#shared/rules/parties/registration-form.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byGuest } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { askRegister, type RegistrationDeps } from './ask-register.ts'
import {
  columnsOf,
  findRequestAwaitingAnswer,
  findPartyUse,
  insertEvent,
  keepAnswer,
  type RequestAwaitingAnswer,
} from './queries.ts'
import { notifyAnswered } from './notify.ts'

/** What staff asked, and the request as it stands. The link opens it until the answer is sent. */
export async function getRequestAwaitingAnswer(
  { db }: { db: Db },
  { token }: { token: string },
): Promise<RequestAwaitingAnswer> {
  const asked = await findRequestAwaitingAnswer(db, { tokenHash: hashToken(token) })
  if (!asked) throw new AppError('answerGone')
  return asked
}

type Answer = { token: string; form: ApplicantForm; text: string; address: string }

/** Keeps what the applicant corrected and wrote; the request waits for staff again. */
export async function answerStaff(deps: RegistrationDeps, { token, text, address, ...answer }: Answer): Promise<void> {
  const form = tidyApplicant(answer.form)
  const fields = applicantFaults(form)
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
  const asked = await getRequestAwaitingAnswer(deps, { token })
  const columns = columnsOf(form)
  const changes = changesOf(asked, columns)
  if (Object.keys(changes).length === 0 && text === '')
    throw new AppError('invalid', { fields: { text: 'Исправьте поля или напишите ответ' } })
  if ('inn' in changes || 'kpp' in changes) await refuseKnown(deps.db, form)
  const registry = await askRegister(deps, form)
  const answering = deps.db.transaction(async (tx) => {
    const kept = await keepAnswer(tx, { tokenHash: hashToken(token), set: { ...columns, ...registry } })
    if (!kept) throw new AppError('answerGone')
    const eventId = await insertEvent(tx, { requestId: asked.id, kind: 'answered', text, changes })
    await notifyAnswered(tx, { ...asked, ...columns }, { eventId, text })
    await recordAudit(tx, byGuest, {
      action: 'registration.answered',
      object: { type: 'registration', id: asked.id },
      before: Object.fromEntries(Object.keys(columns).map((name) => [name, asked[name as keyof typeof columns]])),
      after: { ...columns, networkAddress: address },
    })
  })
  await answering.catch((error: unknown) => {
    if (violatedConstraint(error) !== 'registration_requests_open_party') throw error
    throw knownFirm('alreadyRegistered')
  })
}

function changesOf(
  asked: RequestAwaitingAnswer,
  columns: ReturnType<typeof columnsOf>,
): Record<string, { before: string; after: string }> {
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return Object.fromEntries(
    names
      .filter((name) => asked[name] !== columns[name])
      .map((name) => [name, { before: asked[name], after: columns[name] }]),
  )
}

async function refuseKnown(db: Db, party: { inn: string; kpp: string }): Promise<void> {
  const use = await findPartyUse(db, party)
  if (use === 'refused') throw knownFirm('innRefused')
  if (use === 'known') throw knownFirm('alreadyRegistered')
}

function knownFirm(code: 'innRefused' | 'alreadyRegistered'): AppError {
  return new AppError(code, { fields: { inn: new AppError(code).message } })
}
