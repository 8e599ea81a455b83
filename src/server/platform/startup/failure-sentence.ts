import { describeError, type DescribedError } from '#server/platform/log/describe-error.ts'
import { StartRefused } from './start-refused.ts'

/** Russian advice for failures of the system and the database, by error code. */
const sentences: Record<string, (path: string) => string> = {
  EACCES: (path) => `Нет доступа${pathSuffix(path)}: запустите команду от пользователя портала или проверьте права`,
  EPERM: (path) => `Нет доступа${pathSuffix(path)}: запустите команду от пользователя портала или проверьте права`,
  ENOENT: (path) => (path === '' ? 'Такого файла или папки нет' : `Файла или папки ${path} нет`),
  EISDIR: (path) => `${path === '' ? 'Это' : path} – папка, а нужен файл`,
  ENOTDIR: (path) => `${path === '' ? 'Это' : path} – файл, а нужна папка`,
  ENOSPC: () => 'На диске нет места',
  EROFS: (path) => `Диск доступен только для чтения${path === '' ? '' : `: ${path}`}`,
  EIO: () => 'Диск не читается или не записывается: проверьте его',
  EMFILE: () => 'Открыто слишком много файлов: увеличьте предел (ulimit -n)',
  ...sameForAll(
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENETUNREACH',
      '57P01',
      '57P02',
      '08001',
      '08006',
    ],
    'База данных не отвечает: проверьте, запущена ли она и верен ли DATABASE_URL',
  ),
  ...sameForAll(['ENOTFOUND', 'EAI_AGAIN'], 'Сервер базы данных не найден: проверьте имя в DATABASE_URL'),
  ...sameForAll(['28P01', '28000'], 'База данных не пускает: проверьте логин и пароль в DATABASE_URL'),
  '3D000': () => 'Базы данных с таким именем на сервере нет: проверьте DATABASE_URL',
  '42501': () => 'У пользователя базы данных не хватает прав',
  '53100': () => 'На диске базы данных нет места',
  '53300': () => 'У базы данных не осталось свободных соединений: повторите позже',
  '57P03': () => 'База данных ещё запускается: повторите через минуту',
}

/**
 * A failure as Russian text for the terminal. An unknown failure is followed by the error as JSON on a separate line.
 */
export function failureSentence(error: unknown): string {
  return knownFailure(error) ?? `Не удалось. Причина – в следующей строке\n${JSON.stringify(detailsOf(error))}`
}

/** The sentence for a failure that an administrator can fix; undefined for others. */
export function knownFailure(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof StartRefused) return cause.message
    const { code, path } = cause as { code?: unknown; path?: unknown }
    const sentence = typeof code === 'string' ? sentences[code] : undefined
    if (sentence) return sentence(typeof path === 'string' ? path : '')
  }
  return undefined
}

function sameForAll(list: string[], sentence: string): Record<string, () => string> {
  return Object.fromEntries(list.map((code) => [code, () => sentence]))
}

function pathSuffix(path: string): string {
  return path === '' ? '' : ` к ${path}`
}

/** Without messages and statement values, because terminal output is copied into mails and tickets. */
function detailsOf(error: unknown): DescribedError {
  return withoutFrames(describeError(error))
}

function withoutFrames({ stack: _frames, cause, ...described }: DescribedError): DescribedError {
  return cause === undefined ? described : { ...described, cause: withoutFrames(cause) }
}
