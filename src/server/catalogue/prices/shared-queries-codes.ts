import { sql, type SQL } from 'drizzle-orm'

/** An article or code without separators, in lower case. */
export function foldArticle(text: string): string {
  return text.toLowerCase().replace(/[-./\\_\s]/g, '')
}

/** The same in SQL. */
export const lettersIn = (column: SQL): SQL => sql`translate(lower(${column}), ${'-./\\_ '}, '')`
