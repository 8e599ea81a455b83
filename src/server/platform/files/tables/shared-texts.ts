import { refuseDamaged, type Archive } from './archive.ts'
import { ownText, readPart } from './xml-part.ts'

const part = 'xl/sharedStrings.xml'
const longestText = 4000

/** The wanted ones of a workbook's shared texts, read as a stream: no more of them is held. */
export async function readSharedTexts(
  archive: Archive,
  wanted: ReadonlySet<number>,
  max: number,
): Promise<Map<number, string>> {
  const texts = new Map<number, string>()
  if (wanted.size === 0 || !archive.names.includes(part)) return texts
  let place = -1
  let text = ''
  let inText = false
  let isPhonetic = false
  await readPart(await archive.open(part).catch(refuseDamaged), max, {
    open(tag) {
      if (tag === 'si') {
        place += 1
        text = ''
      } else if (tag === 'rPh') isPhonetic = true
      else if (tag === 't') inText = !isPhonetic && wanted.has(place)
    },
    text(piece) {
      if (inText && text.length < longestText) text += piece
    },
    close(tag) {
      if (tag === 't') inText = false
      else if (tag === 'rPh') isPhonetic = false
      else if (tag === 'si' && wanted.has(place)) texts.set(place, ownText(text))
    },
    isDone: () => texts.size === wanted.size,
  })
  return texts
}
