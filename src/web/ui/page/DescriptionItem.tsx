import type { ReactNode } from 'react'

/** A term and its value in a `<dl>`. */
export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
