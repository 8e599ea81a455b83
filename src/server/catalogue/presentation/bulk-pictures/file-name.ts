import { foldArticle } from '#server/catalogue/prices/shared-queries-codes.ts'

/** What a name of a picture file may say: the code of a good, and a number among its pictures. */
export type NameReading = { code: string; number: number }

/**
 * Readings of a file's name, the better first: all of it is a code; or a number of at most two digits at its end, after
 * a separator or in brackets, is no part of the code. 'foto/ДР-12_2.jpg' → 'др122', then 'др12' with number 2.
 */
export function readPictureName(name: string): NameReading[] {
  const stem = (name.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .trim()
  const readings = [{ code: foldArticle(stem), number: 0 }]
  const [, before = '', digits = ''] = /^(.+?)(?:[-_ .]+|\s*\()(\d{1,2})\)?$/.exec(stem) ?? []
  if (before !== '') readings.push({ code: foldArticle(before), number: Number(digits) })
  return readings.filter(({ code }) => code !== '')
}
