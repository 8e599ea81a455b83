import { withCount } from '#web/ui/format.ts'
import type { FieldErrors, FieldName, Form } from './form.ts'

export type Section = { key: string; title: string; optional?: true; fields: readonly FieldName[] }

/** Sections of the form, in order. */
export const sections: readonly Section[] = [
  {
    key: 'firm',
    title: 'Организация',
    fields: [
      'inn',
      'legal_form',
      'kpp',
      'ogrn',
      'company',
      'full_name',
      'legal_address',
      'actual_address',
      'head_name',
      'head_post',
    ],
  },
  { key: 'contact', title: 'Контакт и вход', fields: ['contact_name', 'phone', 'email', 'password'] },
  { key: 'bank', title: 'Банк', optional: true, fields: ['bik', 'bank', 'account', 'correspondent_account'] },
  { key: 'end', title: 'Проверка и согласия', fields: ['captcha', 'consent', 'offer'] },
]

const shortNames: Record<FieldName, string> = {
  inn: 'ИНН',
  legal_form: 'форма',
  kpp: 'КПП',
  ogrn: 'ОГРН',
  company: 'краткое название',
  full_name: 'полное название',
  legal_address: 'адрес',
  actual_address: 'фактический адрес',
  head_name: 'руководитель',
  head_post: 'должность',
  bik: 'БИК',
  bank: 'банк',
  account: 'расчётный счёт',
  correspondent_account: 'корр. счёт',
  contact_name: 'контактное лицо',
  phone: 'телефон',
  email: 'почта',
  password: 'пароль',
  captcha: 'код проверки',
  consent: 'согласие',
  offer: 'оферта',
}

export type MissingField = { name: FieldName; text: string; wrong: boolean }

/** Fields still to be completed, in the order of the form; `wrong`: its error is shown already. */
export function listMissing(found: FieldErrors, shown: FieldErrors): MissingField[] {
  return sections
    .flatMap(({ fields }) => fields)
    .filter((name) => found[name] !== undefined || shown[name] !== undefined)
    .map((name) => ({ name, text: shortNames[name], wrong: shown[name] !== undefined }))
}

/** State of a section: complete, with errors, or the number of remaining fields. */
export function stateOf(
  { fields, optional }: Section,
  { form, left }: { form: Form; left: readonly MissingField[] },
): { tone: 'ok' | 'bad' | 'idle'; text: string } {
  const own = left.filter(({ name }) => fields.includes(name))
  const wrong = own.find((each) => each.wrong)
  if (wrong) return { tone: 'bad', text: `Исправьте: ${wrong.text}` }
  if (optional && fields.every((name) => form[name] === '')) return { tone: 'idle', text: 'Можно позже' }
  if (own.length === 0) return { tone: 'ok', text: 'Заполнено' }
  return { tone: 'idle', text: `Осталось ${withCount(own.length, ['поле', 'поля', 'полей'])}` }
}
