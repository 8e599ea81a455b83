/** The text of a payment QR code, ГОСТ Р 56042-2014. */

export type Payment = {
  name: string
  account: string
  bank: string
  bik: string
  correspondentAccount: string
  inn: string
  /** Empty for ИП. */
  kpp: string
  sumKopecks: number
  purpose: string
}

/**
 * ST00012 (format 1, UTF-8) and the fields that a bank needs for a payment order, the sum in kopecks. Lengths by the
 * standard: payee 160 characters, bank 45, purpose 210. A '|' in a field would end it and becomes a space.
 */
export function paymentText({
  name,
  account,
  bank,
  bik,
  correspondentAccount,
  inn,
  kpp,
  sumKopecks,
  purpose,
}: Payment): string {
  const fields: [string, string][] = [
    ['Name', cut(name, 160)],
    ['PersonalAcc', account],
    ['BankName', cut(bank, 45)],
    ['BIC', bik],
    // A cash settlement centre has none; the standard requires 0.
    ['CorrespAcc', correspondentAccount || '0'],
    ['Sum', String(sumKopecks)],
    ['Purpose', cut(purpose, 210)],
    ['PayeeINN', inn],
    ['KPP', kpp],
  ]
  return [
    'ST00012',
    ...fields.filter(([, value]) => value !== '').map(([field, value]) => `${field}=${value.replaceAll('|', ' ')}`),
  ].join('|')
}

function cut(text: string, max: number): string {
  return Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, max).join('')
}
