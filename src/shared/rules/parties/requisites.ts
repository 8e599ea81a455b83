/** ОГРН, БИК and bank accounts (product.md §2, protocols.md §5); ИНН and КПП are in inn.ts. */

/** 13 digits of a company (ОГРН) or 15 of a person (ОГРНИП), the last of them the check digit. */
export function isOgrn(text: string): boolean {
  if (!/^(\d{13}|\d{15})$/.test(text)) return false
  const body = BigInt(text.slice(0, -1))
  return Number((body % (text.length === 13 ? 11n : 13n)) % 10n) === Number(text.at(-1))
}

/** 9 digits of a bank; they carry no check digit. */
export function isBik(text: string): boolean {
  return /^\d{9}$/.test(text) && text !== '000000000'
}

/** Расчётный счёт at the bank of that БИК: 20 digits whose key agrees with it. */
export function isAccount(account: string, bik: string): boolean {
  return isBik(bik) && agrees(account, isCashCentre(bik) ? centrePrefix(bik) : bik.slice(-3))
}

/** Корреспондентский счёт of the bank with that БИК. */
export function isCorrespondentAccount(account: string, bik: string): boolean {
  return isBik(bik) && agrees(account, centrePrefix(bik))
}

/**
 * Whether accounts at the bank of that БИК have a correspondent account: all except those at the Bank of Russia itself.
 */
export function hasCorrespondentAccount(bik: string): boolean {
  return !isCashCentre(bik)
}

/**
 * A cash settlement centre of the Bank of Russia (БИК ending in 000–002): its accounts have the check digit of
 * correspondent accounts.
 */
function isCashCentre(bik: string): boolean {
  return ['000', '001', '002'].includes(bik.slice(-3))
}

function centrePrefix(bik: string): string {
  return `0${bik.slice(4, 6)}`
}

/** Weights 7, 1, 3 over prefix and account; the sum of a valid key ends in 0. */
function agrees(account: string, prefix: string): boolean {
  if (!/^\d{20}$/.test(account)) return false
  const weights = [7, 1, 3]
  const sum = Array.from(prefix + account).reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}
