import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import styles from './catalogue.module.css'

/** Number of characters that fit into the three lines shown at first. */
const collapsedFrom = { desktop: 330, phone: 130 }

/** Description of a category above its goods; a long text expands on request. */
export function CategoryDescription({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const phone = usePhone()
  const long = text.length > (phone ? collapsedFrom.phone : collapsedFrom.desktop) || text.split('\n').length > 3
  const isCollapsed = long && !open
  return (
    <section className={styles.description} aria-label="О разделе">
      {/* Empty lines between paragraphs would use up the few visible lines. */}
      <p data-folded={isCollapsed || undefined}>{isCollapsed ? text.replace(/\s+/g, ' ') : text}</p>
      {long && (
        <Button small variant="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Свернуть' : 'Показать полностью'}
        </Button>
      )}
    </section>
  )
}
