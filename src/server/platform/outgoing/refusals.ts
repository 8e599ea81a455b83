/** Why a request was not sent or its reply not read; the sentences are for logs that staff read. */
export const outgoingRefusals = {
  address: 'Нужен полный адрес, который начинается с http:// или https://',
  credentials: 'В адресе не должно быть логина и пароля',
  port: 'Порт этого адреса закрыт для запросов портала',
  private: 'Адрес ведёт во внутреннюю сеть, туда портал не обращается',
  unknownHost: 'Сервер с таким именем не найден',
  nameService: 'Не удалось узнать адрес сервера: служба имён (DNS) временно не отвечает',
  unreachable: 'Не удалось соединиться с сервером',
  certificate: 'Сертификат сервера не прошёл проверку',
  encryption: 'Не удалось установить защищённое соединение с сервером',
  redirects: 'Сервер слишком много раз перенаправил на другой адрес',
  tooSlow: 'Сервер не ответил вовремя или передавал слишком медленно',
  tooLarge: 'Ответ сервера больше разрешённого размера',
  broken: 'Сервер оборвал передачу или прислал повреждённые данные',
}

export type OutgoingRefusal = keyof typeof outgoingRefusals

export class OutgoingError extends Error {
  override name = 'OutgoingError'
  readonly code: OutgoingRefusal

  constructor(code: OutgoingRefusal, { detail, ...options }: ErrorOptions & { detail?: string } = {}) {
    super(detail === undefined ? outgoingRefusals[code] : `${outgoingRefusals[code]}: ${detail}`, options)
    this.code = code
  }
}

/** What Node reports, as one of the refusals. */
export function toOutgoingError(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refusal = refusalByCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'broken'
  return new OutgoingError(refusal, { cause: error })
}

const refusalByCode: [RegExp, OutgoingRefusal][] = [
  [/^ENOTFOUND$/, 'unknownHost'],
  [/^EAI_/, 'nameService'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM)$/, 'unreachable'],
  [/^ETIMEDOUT$/, 'tooSlow'],
  // OpenSSL's own errors name certificates too, but those of the client.
  [/^(EPROTO$|ERR_SSL_)/, 'encryption'],
  [/CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH/, 'certificate'],
  [/^ERR_TLS_/, 'encryption'],
]
