import { kopecks, lineSumKopecks, roubles } from '#shared/rules/money.ts'
import { price } from '../format.ts'
import table from '../table.module.css'
import { wishOf, type LowerRows } from './changes.ts'
import { LineDeed, LineWish } from './LineWish.tsx'
import { LineFacts, LinesTable } from './LinesTable.tsx'

export function LowerTable({ lines, wishes, words, showsPrices, onWish }: LowerRows) {
  return (
    <LinesTable
      caption={words.caption}
      showsPrices={showsPrices}
      ordered={words.ordered}
      middle={{ title: words.wish, width: 112 }}
      last={{ title: <span className="unseen">{words.take} или вернуть</span>, width: 38 }}
    >
      {lines.map((line) => {
        const wish = wishOf(line, wishes)
        return (
          <tr key={line.line} className={table.two} data-gone={wish === 0 || undefined}>
            <LineFacts line={line} showsPrices={showsPrices} />
            <td className={table.field}>
              <LineWish line={line} wishes={wishes} words={words} onWish={onWish} />
            </td>
            {showsPrices && <td className={`${table.number} ${table.strong}`}>{line.price === null ? '–' : price(roubles(lineSumKopecks(kopecks(line.price), wish)))}</td>}
            <td className={table.field}>
              <LineDeed line={line} wishes={wishes} words={words} onWish={onWish} />
            </td>
          </tr>
        )
      })}
    </LinesTable>
  )
}
