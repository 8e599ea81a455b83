import { registered } from '#shared/messages.ts'
import { legalVersions } from '#shared/rules/parties/legal-versions.ts'
import {
  registrationErrors,
  normaliseApplicant,
  type RegistrationForm,
} from '#shared/rules/parties/registration-form.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byGuest } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { spendAttempt } from '#server/customers/accounts/attempts.ts'
import { passwordError } from '#server/customers/accounts/passwords/password-rule.ts'
import { hashPassword } from '#server/customers/accounts/passwords/passwords.ts'
import { lookUpInRegister, type RegistrationDeps } from './look-up-register.ts'
import { captchaRefusal } from './captcha/captcha.ts'
import {
  toColumns,
  findEmailUse,
  findPartyUse,
  findSubmission,
  insertConsents,
  insertEvent,
  insertRequest,
} from './queries.ts'
import { notifySubmitted } from './notify.ts'

/** Data of the sending browser; `captcha` is its cookie. */
export type Applicant = { address: string; userAgent: string; captcha: string | undefined }

export type Submission = RegistrationForm & {
  captcha: string
  /** Versions of the accepted texts. */
  consent: string
  offer: string
  key: string | undefined
}

/** Captchas per network and hour, to slow down robots. */
const triesPerHour = 20

/** Stores a request for staff. The same key returns the first result. */
export async function submitRegistration(
  deps: RegistrationDeps,
  from: Applicant,
  { captcha, consent, offer, key, ...input }: Submission,
): Promise<string> {
  const form = normaliseApplicant(input)
  const fields = { ...registrationErrors(form), ...consentErrors({ consent, offer }), ...captchaError(captcha) }
  throwIfInvalid(fields)
  if (key !== undefined && (await isRepeated(deps.db, { key, email: form.email }))) return registered

  const network = networkOf(from.address)
  const limits = [{ key: `registration:${network}`, max: triesPerHour }]
  await spendAttempt(deps, { limits, minutes: 60 })
  // Before the captcha, whose digits are good for one time.
  const passwordProblem = await passwordError(form.password, { login: form.email, staff: false }, { network })
  if (passwordProblem !== undefined) throw new AppError('invalid', { fields: { password: passwordProblem } })
  const refusal = await captchaRefusal(deps, { token: from.captcha, address: from.address }, captcha)
  if (refusal !== undefined) throw new AppError('invalid', { fields: { captcha: refusal } })
  await throwIfKnown(deps.db, form)
  await saveRequest(deps, from, form, { key, consent, offer })
  return registered
}

function consentErrors({ consent, offer }: { consent: string; offer: string }): Record<string, string> {
  const errors = {
    consent: consentError(consent, legalVersions.consent, 'Нужно согласие на обработку персональных данных'),
    offer: consentError(offer, legalVersions.offer, 'Примите условия оферты'),
  }
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function consentError(given: string, current: string, missing: string): string | undefined {
  if (given === '') return missing
  return given === current ? undefined : 'Текст изменился: прочитайте новый и согласитесь ещё раз'
}

function captchaError(captcha: string): Record<string, string> {
  return captcha.trim() === '' ? { captcha: 'Введите ответ' } : {}
}

async function isRepeated(db: Db, { key, email }: { key: string; email: string }): Promise<boolean> {
  const first = await findSubmission(db, { key })
  return first?.email.toLowerCase() === email.toLowerCase()
}

async function throwIfKnown(db: Db, { inn, kpp, email }: RegistrationForm): Promise<void> {
  const party = await findPartyUse(db, { inn, kpp })
  if (party === 'refused') throw refusedField('innRefused', 'inn')
  if (party === 'known') throw refusedField('alreadyRegistered', 'inn')
  if ((await findEmailUse(db, { email })) !== 'free') throw refusedField('emailTaken', 'email')
}

function refusedField(code: 'innRefused' | 'alreadyRegistered' | 'emailTaken', field: string): AppError {
  const { message } = new AppError(code)
  return new AppError(code, { fields: { [field]: message } })
}

async function saveRequest(
  deps: RegistrationDeps,
  { address, userAgent }: Applicant,
  form: RegistrationForm,
  { key, consent, offer }: Pick<Submission, 'key' | 'consent' | 'offer'>,
): Promise<void> {
  const { password, email, ...applicant } = form
  const columns = { ...toColumns(applicant), email }
  const passwordHash = await hashPassword(password)
  const registry = await lookUpInRegister(deps, form)
  await deps.db.transaction(async (tx) => {
    const id = await insertRequest(tx, {
      ...columns,
      ...registry,
      passwordHash,
      address,
      userAgent,
      submissionKey: key ?? null,
    })
    if (id === undefined) {
      if (key !== undefined && (await isRepeated(tx, { key, email }))) return
      // A concurrent request for the firm or the e-mail came first.
      throw refusedField('alreadyRegistered', 'inn')
    }
    await insertConsents(tx, [
      { requestId: id, kind: 'personal-data', textVersion: consent, address },
      { requestId: id, kind: 'offer', textVersion: offer, address },
    ])
    await insertEvent(tx, { requestId: id, kind: 'submitted' })
    await notifySubmitted(tx, { id, ...columns })
    await recordAudit(tx, byGuest, {
      action: 'registration.submitted',
      object: { type: 'registration', id },
      after: { ...columns, networkAddress: address },
    })
  })
}
