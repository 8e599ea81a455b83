/** 'НЕ НАДО, отмена', 'снять с заказа', 'не отгружать!', 'убрать', 'заменить на K-1', 'без него' */
const cancelPattern = new RegExp(
  '(?:^|[^а-яё])(?:не (?:надо|нуж(?:ен|н[оаы]?)|заказыва(?:ть|ем)|отгружать|везти|брать|грузить)|' +
    'отмен(?:а|ить|ено|яем|или)|аннулир[а-яё]*|вычеркну[а-яё]*|снят[ьоа]|исключ(?:ить|ено|ите)|' +
    'отказ(?:ались|ываемся)?|убрать|убер(?:и|ите|ем)|убираем|удал(?:ить|ите|и|яем)|' +
    'замен(?:ить|ите|яем|им)|замена на|вместо|без (?:него|не[её]|них|этого|этой|этих)|' +
    'пропуст(?:ить|ите)|неактуальн[а-яё]*|не актуальн[а-яё]*|уже (?:заказ|куп)[а-яё]*)(?![а-яё])',
  'i',
)

/** Whether a text cancels its row. */
export function isCancelRemark(text: string): boolean {
  return cancelPattern.test(text) || /^\s*минус(?![а-яё])/i.test(text)
}

/** Splits a line that cancels a good: '900 убрать' → '900' and 'убрать'; undefined if it names no good. */
export function parseCancelledLine(line: string): { name: string; remark: string } | undefined {
  const remark = cancelPattern.exec(line)?.[0].replace(/^[^а-яё]+/i, '')
  const name = remark === undefined ? '' : line.replace(remark, ' ').replace(/[\s,;:–—-]+$|^[\s,;:–—-]+/g, '')
  return remark !== undefined && /\d|\p{L}{4}/u.test(name) ? { name, remark } : undefined
}
