import type { Contragent } from '#shared/api/organisation/contragents.ts'

/** Requisites as text for copying: one per line, without unknown ones. */
export function requisitesText(contragent: Contragent): string {
  const { company, full_name, inn, kpp, ogrn, legal_address, actual_address, phone, email } = contragent
  const { head_post, head_name, bank, bik, account, correspondent_account } = contragent
  return [
    full_name || company,
    named('ИНН', inn),
    named('КПП', kpp),
    named(ogrn.length === 15 ? 'ОГРНИП' : 'ОГРН', ogrn),
    named('Юридический адрес:', legal_address),
    named('Фактический адрес:', actual_address),
    named(`${head_post || 'Руководитель'}:`, head_name),
    named('Банк:', bank),
    named('БИК', bik),
    named('р/с', account),
    named('к/с', correspondent_account),
    named('Телефон:', phone),
    named('Почта:', email),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function named(name: string, value: string): string {
  return value === '' ? '' : `${name} ${value}`
}
