/** Error values of formulas in English and Russian programs: '#N/A', '#Н/Д', '#DIV/0!', '#ССЫЛКА!', '#NAME?'. */
const error = /^#(?:N\/A|Н\/Д|DIV\/0!|ДЕЛ\/0!|[A-ZА-Я_]+[!?])$/
const number = /^=\s*[+-]?\d+(?:[.,]\d+)?$/

/** Whether a cell's text is a formula or its error instead of a value: '=B2*2', '#REF!'. '=5' is a number. */
export function isFormulaText(text: string): boolean {
  const bare = text.trim()
  return error.test(bare) || (bare.startsWith('=') && !number.test(bare))
}
