import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { captchaPicture, register } from '#shared/api/account/registration.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { isInn } from '#shared/rules/parties/inn.ts'
import { legalVersions } from '#shared/rules/parties/legal-versions.ts'
import { captchas, registrationRequests } from '#server/platform/db/schema/registration.ts'
import type { Db } from '#server/platform/db/client.ts'
import { call, type Send } from '#web/api/client.ts'
import type { Visitor } from '../app.ts'

export const applicantPassword = 'девять синих тракторов'

let firms = 0

/** A registration form of a new company; its ИНН has valid check digits. */
export function registrationForm(input: Partial<InputOf<typeof register>> = {}): InputOf<typeof register> {
  firms += 1
  const start = String(770_000_000 + firms)
  const inn = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(isInn) ?? ''
  return {
    formState: 'ООО',
    company: `ООО «Вектор ${firms}»`,
    full_name: `Общество с ограниченной ответственностью «Вектор ${firms}»`,
    inn,
    kpp: '773601001',
    ogrn: '1027700132195',
    legal_address: '115114, Москва, ул. Летниковская, д. 10',
    actual_address: '115114, Москва, ул. Летниковская, д. 10',
    head_name: 'Соколова Ирина Викторовна',
    head_post: 'Генеральный директор',
    contact_name: 'Ирина Соколова',
    phone: '8 495 730 15 20',
    email: `applicant-${firms}@vektor.example`,
    password: applicantPassword,
    consent: legalVersions.consent,
    offer: legalVersions.offer,
    ...input,
  }
}

type Portal = { db: Db }

/** Creates a captcha for this client and returns its answer. */
export async function solveCaptcha({ db }: Portal, visitor: Visitor): Promise<string> {
  // Answers in words are limited more than pictures.
  await visitor.send(captchaPicture.path, {})
  return captchaAnswer({ db }, visitor)
}

/** Answer of the client's last captcha. */
export async function captchaAnswer({ db }: Portal, visitor: Visitor): Promise<string> {
  const tokenHash = createHash('sha256')
    .update(visitor.cookies.get('captcha') ?? '')
    .digest()
  const [found] = await db.select().from(captchas).where(eq(captchas.tokenHash, tokenHash))
  return found?.answer ?? ''
}

/** Fills and sends a form like a user. */
export async function applyForAccess(portal: Portal, visitor: Visitor, input: Partial<InputOf<typeof register>> = {}) {
  const form = registrationForm({ captcha: await solveCaptcha(portal, visitor), ...input })
  const reply = await call(register, form, visitor)
  return { form, reply }
}

/** The same client with another IP address; the portal trusts its proxy. */
export function withIpAddress(address: string, visitor: Visitor): Visitor {
  const send: Send = (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', address)
    return visitor.send(path, { ...init, headers })
  }
  return { ...visitor, send }
}

/** Inserts a request directly into its table. */
export async function addRequest(
  { db }: Portal,
  columns: Partial<typeof registrationRequests.$inferInsert> = {},
): Promise<number> {
  const form = registrationForm()
  const [row] = await db
    .insert(registrationRequests)
    .values({
      company: form.company ?? '',
      fullName: form.full_name ?? '',
      inn: form.inn ?? '',
      kpp: form.kpp ?? '',
      ogrn: form.ogrn ?? '',
      legalAddress: form.legal_address ?? '',
      actualAddress: form.actual_address ?? '',
      headName: form.head_name ?? '',
      headPost: form.head_post ?? '',
      contactName: form.contact_name ?? '',
      phone: '+7 (495) 730-15-20',
      email: form.email ?? '',
      passwordHash: 'none',
      ...columns,
    })
    .returning({ id: registrationRequests.id })
  return row?.id ?? 0
}
