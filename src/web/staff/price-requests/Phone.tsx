/** A number to be called by a press; nothing where none is known. */
export function Phone({ number, className }: { number: string; className?: string | undefined }) {
  if (number === '') return null
  return (
    <a className={className} href={`tel:${number.replace(/[^+\d]/g, '')}`}>
      {number}
    </a>
  )
}
