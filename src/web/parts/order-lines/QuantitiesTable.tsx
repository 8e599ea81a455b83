import { kopecks, lineSumKopecks, roubles } from '#shared/rules/money.ts'
import { price } from '#web/ui/format.ts'
import table from '#web/ui/tables/table.module.css'
import { inputOf, type QuantityRows } from './changes.ts'
import { LineAction, LineInput } from './LineInput.tsx'
import { LineFacts, LinesTable } from './LinesTable.tsx'

export function QuantitiesTable({ lines, inputs, texts, showsPrices, onInput }: QuantityRows) {
  return (
    <LinesTable
      caption={texts.caption}
      showsPrices={showsPrices}
      ordered={texts.ordered}
      middle={{ title: texts.input, width: 112 }}
      last={{ title: <span className="unseen">{texts.zeroButton} или вернуть</span>, width: 38 }}
    >
      {lines.map((line) => {
        const input = inputOf(line, inputs)
        return (
          <tr key={line.line} className={table.two} data-gone={input === 0 || undefined}>
            <LineFacts line={line} showsPrices={showsPrices} />
            <td className={table.field}>
              <LineInput line={line} inputs={inputs} texts={texts} onInput={onInput} />
            </td>
            {showsPrices && (
              <td className={`${table.number} ${table.strong}`}>
                {line.price === null ? '–' : price(roubles(lineSumKopecks(kopecks(line.price), input)))}
              </td>
            )}
            <td className={table.field}>
              <LineAction line={line} inputs={inputs} texts={texts} onInput={onInput} />
            </td>
          </tr>
        )
      })}
    </LinesTable>
  )
}
