import { commonRussianWords, commonWords } from './common-words.ts'
import { toCyrillicLayout, toLatinLayout, transliterate } from './spellings.ts'

/** 10^n guesses of an informed attacker; ten random letters and digits need ten times as many. */
const minGuessesLog10 = 9.7
/** Maximum length estimated: time grows with its square. */
const maxJudgedLength = 48

/**
 * Whether a password is among the first an attacker tries. Takes seconds of CPU and 80 MB of dictionaries, so
 * `judge.ts` runs it in a thread.
 */
export async function isGuessable(password: string, login: string): Promise<boolean> {
  const judged = Array.from(password).slice(0, maxJudgedLength).join('')
  const text = judged.toLowerCase().replaceAll('ё', 'е')
  // The same keys in the other layout: 'gfhjkm' is 'пароль', 'зфыыцщкв' is 'password'.
  const spellings = new Set([judged, text, text.replace(/[-_.]/g, ''), toCyrillicLayout(text), toLatinLayout(text)])
  const estimator = await (opened ??= openEstimator())
  const own = login
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 3)
  return [...spellings].some((spelling) => estimator.check(spelling, own).guessesLog10 < minGuessesLog10)
}

let opened: ReturnType<typeof openEstimator> | undefined

async function openEstimator() {
  const [{ ZxcvbnFactory }, common, english, { default: russian }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('dictionary-ru'),
  ])
  const words = wordsOf(russian.dic)
  return new ZxcvbnFactory({
    maxLength: maxJudgedLength,
    graphs: common.adjacencyGraphs,
    dictionary: {
      ...common.dictionary,
      ...english.dictionary,
      own: [...commonWords],
      ownRussian: [...commonRussianWords],
      ownTransliterated: commonRussianWords.map(transliterate),
      russian: words,
      russianTransliterated: words.map(transliterate),
    },
  })
}

/** Words of a Hunspell dictionary: a count, then one per line, with flags after a slash. */
function wordsOf(dictionary: Uint8Array): string[] {
  const [, ...lines] = Buffer.from(dictionary).toString('utf8').split('\n')
  const words = lines.map((line) => (line.split('/')[0] ?? '').trim().toLowerCase().replaceAll('ё', 'е'))
  return words.filter((word) => word.length >= 4)
}
