import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import styles from './catalogue.module.css'

/** So much fits into the three lines that are drawn at first. */
const foldedFrom = { desk: 330, phone: 130 }

/** What a category says of itself, above its goods; a long text unfolds on request. */
export function CategoryDescription({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const phone = usePhone()
  const long = text.length > (phone ? foldedFrom.phone : foldedFrom.desk) || text.split('\n').length > 3
  return (
    <section className={styles.description} aria-label="О разделе">
      <p data-folded={(long && !open) || undefined}>{text}</p>
      {long && (
        <Button small look="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Свернуть' : 'Показать полностью'}
        </Button>
      )}
    </section>
  )
}
