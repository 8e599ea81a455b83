import { rethrowAsUnreadable, type Archive } from './archive.ts'
import { copyText, readPart } from './xml-part.ts'

const part = 'xl/sharedStrings.xml'
const maxTextLength = 4000

/** Shared strings of a workbook by index, read as a stream; only the requested ones stay in memory. */
export async function readSharedStrings(
  archive: Archive,
  indexes: ReadonlySet<number>,
  max: number,
): Promise<Map<number, string>> {
  const texts = new Map<number, string>()
  if (indexes.size === 0 || !archive.names.includes(part)) return texts
  let index = -1
  let text = ''
  let inText = false
  let isPhonetic = false
  await readPart(await archive.open(part).catch(rethrowAsUnreadable), max, {
    open(tag) {
      if (tag === 'si') {
        index += 1
        text = ''
      } else if (tag === 'rPh') isPhonetic = true
      else if (tag === 't') inText = !isPhonetic && indexes.has(index)
    },
    text(chunk) {
      if (inText && text.length < maxTextLength) text += chunk
    },
    close(tag) {
      if (tag === 't') inText = false
      else if (tag === 'rPh') isPhonetic = false
      else if (tag === 'si' && indexes.has(index)) texts.set(index, copyText(text))
    },
    isDone: () => texts.size === indexes.size,
  })
  return texts
}
