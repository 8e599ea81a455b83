import type { ReactNode } from 'react'

/** Goods of a list that the chosen contract does not sell. */
export function UnsoldSection({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <section className={className} aria-labelledby="gone">
      <h2 id="gone">Не продаётся по этому договору</h2>
      {children}
    </section>
  )
}
