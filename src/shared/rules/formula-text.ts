/**
 * Errors that a formula comes to, as English and Russian programs write them: '#N/A', '#Н/Д', '#DIV/0!', '#ССЫЛКА!',
 * '#NAME?'.
 */
const error = /^#(?:N\/A|Н\/Д|DIV\/0!|ДЕЛ\/0!|[A-ZА-Я_]+[!?])$/
const number = /^=\s*[+-]?\d+(?:[.,]\d+)?$/

/**
 * Whether a cell's text is a formula in place of its value, or the error that one has come to: '=B2*2', '#REF!'. It
 * says nothing of what is meant. '=5' is a number.
 */
export function isFormulaText(text: string): boolean {
  const bare = text.trim()
  return error.test(bare) || (bare.startsWith('=') && !number.test(bare))
}
