import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'
import { searchFromCharacters } from '#shared/constants.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { focusFirstQuantity } from './focus-first-quantity.ts'
import styles from './shell.module.css'

/** `/` puts the cursor here from anywhere; Enter from 3 characters on searches, fewer do nothing [S.2]; ↓ goes to the found goods. */
export function FastSearch({ query, onSearch }: { query: string; onSearch: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      field.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const text = field.current?.value.trim() ?? ''
    if (text.length >= searchFromCharacters) onSearch(text)
  }

  return (
    <form className={styles.search} role="search" onSubmit={submit}>
      <Icon name="search" />
      <input ref={field} type="search" enterKeyHint="search" defaultValue={query} aria-label="Поиск по каталогу" placeholder="Артикул, штрихкод или название" onKeyDown={walkDown} />
      <kbd aria-hidden="true">/</kbd>
    </form>
  )
}

function walkDown(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  focusFirstQuantity()
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type) && target.dataset.quantity === undefined
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
