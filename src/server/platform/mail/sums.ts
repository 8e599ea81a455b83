import { sql, type SQL } from 'drizzle-orm'

/** A sum as notices and letters tell it: '84 197,53 ₽'. Read alike by JavaScript and PostgreSQL. */
const sumInText = String.raw`\d[\d\s\u00a0\u202f]*(?:[.,]\d\d)?[\s\u00a0\u202f]₽`
const hidden = '… ₽'

/** For somebody who may not see the sums that a text was written with. */
export function withoutSums(text: string): string {
  return text.replace(new RegExp(sumInText, 'g'), hidden)
}

/** The same over a column. */
export const withoutSumsIn = (column: SQL): SQL => sql`regexp_replace(${column}, ${sumInText}, ${hidden}, 'g')`
