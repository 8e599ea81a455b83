/** Why a request was not sent or its reply not read; the sentences are for logs that staff read. */
export const outgoingRefusals = {
  address: 'Нужен полный адрес, который начинается с http:// или https://',
  credentials: 'В адресе не должно быть логина и пароля',
  port: 'Порт этого адреса закрыт: открыты только 80 и 443',
  private: 'Адрес ведёт во внутреннюю сеть, туда портал не обращается',
  unknownHost: 'Сервер с таким именем не найден',
  unreachable: 'Не удалось соединиться с сервером',
  certificate: 'Сертификат сервера не прошёл проверку',
  redirects: 'Сервер слишком много раз перенаправил на другой адрес',
  tooSlow: 'Сервер не ответил вовремя или передавал слишком медленно',
  tooLarge: 'Ответ сервера больше разрешённого размера',
  broken: 'Сервер оборвал передачу или прислал повреждённые данные',
}

export type OutgoingRefusal = keyof typeof outgoingRefusals

export class OutgoingError extends Error {
  override name = 'OutgoingError'
  readonly code: OutgoingRefusal

  constructor(code: OutgoingRefusal, options?: ErrorOptions) {
    super(outgoingRefusals[code], options)
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
  [/^(ENOTFOUND|EAI_)/, 'unknownHost'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM)$/, 'unreachable'],
  [/^ETIMEDOUT$/, 'tooSlow'],
  [/CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_|^HOSTNAME_MISMATCH|^EPROTO$/, 'certificate'],
]
