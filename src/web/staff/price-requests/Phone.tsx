/** A phone number as a link; nothing if unknown. */
export function Phone({ number, className }: { number: string; className?: string | undefined }) {
  if (number === '') return null
  return (
    <a className={className} href={`tel:${number.replace(/[^+\d]/g, '')}`}>
      {number}
    </a>
  )
}
