import { price, shortDate } from '#web/ui/format.ts'

type Entry = { date: string | null; debit: number; credit: number }

/** One party's entries of a line of an act, inside a `<dl>`. */
export function PartyEntries({ name, entries }: { name: string; entries: readonly Entry[] }) {
  return (
    <div>
      <dt>{name}</dt>
      {entries.length === 0 && <dd className="bad">нет</dd>}
      {entries.map(({ date, debit, credit }, index) => (
        // Entries of a line have no id.
        // oxlint-disable-next-line react/no-array-index-key
        <dd key={index}>
          {date && <span className="dim">{shortDate(date)}</span>} {price(debit === 0 ? credit : debit)}{' '}
          <span className="small dim">{debit === 0 ? 'кредит' : 'дебет'}</span>
        </dd>
      ))}
    </div>
  )
}
