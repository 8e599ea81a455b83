import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import styles from './catalogue.module.css'

/** So much fits into the three lines that are drawn at first. */
const collapsedFrom = { desk: 330, phone: 130 }

/** What a category says of itself, above its goods; a long text unfolds on request. */
export function CategoryDescription({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const phone = usePhone()
  const long = text.length > (phone ? collapsedFrom.phone : collapsedFrom.desk) || text.split('\n').length > 3
  const isCollapsed = long && !open
  return (
    <section className={styles.description} aria-label="О разделе">
      {/* An empty line between paragraphs would be one of the few that are drawn. */}
      <p data-folded={isCollapsed || undefined}>{isCollapsed ? text.replace(/\s+/g, ' ') : text}</p>
      {long && (
        <Button small variant="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Свернуть' : 'Показать полностью'}
        </Button>
      )}
    </section>
  )
}
