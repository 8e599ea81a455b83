import { offersBecomeGoods } from '#shared/texts.ts'
import type { ImportContext } from './context.ts'

/** Logs once per run that offers of this file still wait, and what to do. */
export async function logWaitingOffers(context: ImportContext, runId: number): Promise<void> {
  const { staged = 0, seen = 0 } = context.tally.counts.offers ?? {}
  if (staged === 0) return
  const [waiting] = await context.rows<{ offers: number; goods: number }>(
    'select count(*)::int as offers, count(distinct good_code)::int as goods from exchange_pending having count(*) > 0',
  )
  if (waiting === undefined) return
  const [logged] = await context.rows(
    "select 1 from exchange_rejects where run_id = $1 and kind = 'waiting' limit 1",
    runId,
  )
  if (logged !== undefined) return
  const allWaitNote = staged === seen ? 'Ни у одного предложения файла нет товара на портале. ' : ''
  context.tally.note({ kind: 'waiting', code: '', name: '', reason: `${allWaitNote}${waitingAdvice(waiting)}` })
}

/** Advice for people, in Russian. */
export function waitingAdvice({ offers, goods }: { offers: number; goods: number }): string {
  return (
    `Предложений без товара: ${offers} (разных товаров: ${goods}), они ждут. ` +
    `Выгрузите из 1С сами товары либо включите в настройках портала «${offersBecomeGoods}»: ` +
    'они появятся через несколько минут'
  )
}
