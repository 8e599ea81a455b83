import { money } from '#web/ui/format.ts'

/** The price before an offer, struck through; nothing if there is none. Roubles. */
export function OldPrice({ roubles, className }: { roubles: number | null; className?: string }) {
  if (roubles === null) return null
  return (
    <s className={className}>
      <span className="unseen">было </span>
      {money(roubles)}
    </s>
  )
}
