import { dayInWords } from '../reading/day-text.ts'

/** Finds document numbers in the text of a ledger line, ignoring prefixes and leading zeros. */

const dates = /(?<!\d)\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})(?!\d)(?:\s+(?:г\.?|\d{1,2}:\d{2}(?::\d{2})?))?/g
/** A standalone year: 'за октябрь 2026 г.'. */
const years = /(?<!\d)20\d{2}\s*г(?:\.|ода?)/gi
/** The number of a contract appears beside many documents. */
const contracts = /(?<![\p{L}])(?:договор[а-яё]*|дог\.)\s*(?:№|N)?\s*[\p{L}\d/-]*\d[\p{L}\d/-]*/giu
/** An account number: 60.01, 62.02.1. */
const accounts = /(?<![\d-])\d{2}\.\d{1,2}(?:\.\d{1,2})?(?![\d-])/g
const tokens = /[\p{L}\d]*\d[\p{L}\d]*(?:[-/\\][\p{L}\d]+)*/gu

/** 'Поступление 0000-004146 от 09.10.2026 (вх. № 4146/2)' → ['4146', '4146/2', '2'], without duplicates. */
export function numbersIn(text: string): string[] {
  const named =
    text
      .replace(dates, ' ')
      .replace(dayInWords, ' ')
      .replace(years, ' ')
      .replace(contracts, ' ')
      .replace(accounts, ' ')
      .match(tokens) ?? []
  return [...new Set(named.flatMap(spellingsOf))]
}

/** A number as written, and its last run of digits: databases add prefixes and zeros. */
function spellingsOf(token: string): string[] {
  const fullNumber = token
    .toUpperCase()
    .replace(/\\/g, '/')
    .replace(/^0+(?=\d)/, '')
  const runs = token.split(/[-/\\]/)
  // After a slash comes a part of the document; the number precedes it.
  const last = /[/\\]/.test(token) ? (runs[0] ?? '') : (runs.at(-1) ?? '')
  const digits = /(\d+)\D*$/.exec(last)?.[1]?.replace(/^0+(?=\d)/, '')
  return digits === undefined || digits === '0' ? [fullNumber] : [digits, fullNumber]
}
