import type { ActDetails, ActRun } from '#shared/api/money/acts.ts'
import { plural } from '#shared/rules/plural.ts'
import { quantity, withCount } from '#web/ui/format.ts'

/** '4 совпали' */
export function runText({ from, to }: ActRun): string {
  const count = to - from + 1
  return `${quantity(count)} ${plural(count, ['совпала', 'совпали', 'совпали'])}`
}

/** 'Согласны по 2, спорим по 1, без ответа 1' */
export function progressText({ book, agreed, disputed, unanswered }: ActDetails): string {
  const parts = [
    agreed > 0 && `согласны по ${quantity(agreed)}`,
    disputed > 0 && `спорим по ${quantity(disputed)}`,
    unanswered > 0 && `без ответа ${quantity(unanswered)}`,
  ].filter((part) => part !== false)
  if (parts.length > 0) return parts.join(', ').replace(/^./, (letter) => letter.toUpperCase())
  return book ? 'Расхождений, которые требуют ответа, нет' : 'Подтвердите акт или отметьте строки, с которыми спорите'
}

/** Why the act cannot be answered now, or not be confirmed; empty: it can. */
export function blockedText({ disputed, unanswered }: ActDetails): string {
  if (unanswered > 0)
    return `Чтобы закончить, ответьте ещё по ${withCount(unanswered, ['строке', 'строкам', 'строкам'])}`
  return disputed > 0 ? 'Подтвердить нельзя, пока есть спорные строки: отправьте разногласия или снимите их' : ''
}
