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

/** Nothing if there is no value. */
export function OptionalItem({ name, value }: { name: string; value: string | null | undefined }) {
  return value ? <DescriptionItem name={name}>{value}</DescriptionItem> : null
}
