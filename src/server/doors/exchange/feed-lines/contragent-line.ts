import * as z from 'zod/mini'
import { isEmail } from '#shared/rules/parties/email.ts'
import { isInn, isKpp } from '#shared/rules/parties/inn.ts'
import { formatPhone, isPhone } from '#shared/rules/parties/phone.ts'
import { code, text } from './fields.ts'

/** A buyer's legal entity by its Ид in 1C. What it leaves out is not changed. */
export const contragentLine = z
  .object({
    id: code,
    inn: text(12).check(z.refine(isInn, 'ИНН неверен: проверьте цифры')),
    kpp: z.optional(text(9).check(z.refine((kpp) => kpp === '' || isKpp(kpp), 'КПП неверен'))),
    name: text(500).check(z.minLength(1, 'Наименование пусто')),
    fullName: z.optional(text(500)),
    legalAddress: z.optional(text(500)),
    actualAddress: z.optional(text(500)),
    phone: z.optional(
      z
        .pipe(text(100), z.transform(formatPhone))
        .check(z.refine((phone) => phone === '' || isPhone(phone), 'Телефон неверен')),
    ),
    email: z.optional(text(200).check(z.refine((email) => email === '' || isEmail(email), 'Почта неверна'))),
  })
  .check(
    z.refine(({ inn, kpp = '' }) => inn.length === 10 || kpp === '', {
      path: ['kpp'],
      error: 'КПП бывает только у организации',
    }),
  )

export type ContragentLine = z.output<typeof contragentLine>
