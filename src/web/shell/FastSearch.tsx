import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
} from 'react'
import { searchFromCharacters } from '#shared/constants.ts'
import { keywordPlaceholder } from '#shared/messages.ts'
import type { Choice } from '#web/buyer/search/Suggestions.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { nextActiveIndex } from '#web/ui/tables/next-active-index.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { focusFirstQuantity } from './focus-first-quantity.ts'
import styles from './shell.module.css'

const Suggestions = lazy(() =>
  import('#web/buyer/search/Suggestions.tsx').then((module) => ({ default: module.Suggestions })),
)

type SearchProps = {
  query: string
  showPrices: boolean
  onSearch: (text: string) => void
  onOpen: (productId: number) => void
}

/**
 * Quick search. `/` focuses it from anywhere; suggestions appear from 3 characters, ↑↓ and Enter choose one. Enter
 * searches; with fewer characters it does nothing [S.2]. Without an open list ↓ moves to the found goods.
 */
export function FastSearch({ query, showPrices, onSearch, onOpen }: SearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const list = useId()
  const phone = usePhone()
  const [typed, setTyped] = useState<string>()
  const [searched, setSearched] = useState(query)
  const text = typed ?? query
  const [open, setOpen] = useState(false)
  const [choices, setChoices] = useState<Choice[]>([])
  const [active, setActive] = useState(-1)
  const shown = open && text.trim().length >= searchFromCharacters
  useSlashFocus(field)
  // The URL has another search, so the typed text is dropped.
  if (query !== searched) {
    setSearched(query)
    setTyped(undefined)
  }

  const takeChoices = useCallback((found: Choice[]) => {
    setChoices(found)
    setActive(-1)
  }, [])

  function choose(choice: Choice) {
    setOpen(false)
    if (choice.kind === 'product') return onOpen(choice.id)
    setTyped(choice.text)
    onSearch(choice.text)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const chosen = shown ? choices[active] : undefined
    if (chosen) choose(chosen)
    else if (text.trim().length >= searchFromCharacters) choose({ kind: 'search', text: text.trim() })
  }

  function onArrowKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && shown) {
      event.preventDefault()
      return setOpen(false)
    }
    const next = shown && choices.length > 0 ? nextActiveIndex(event.key, active, choices.length) : undefined
    if (next !== undefined) {
      event.preventDefault()
      setActive(next)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      focusFirstQuantity()
    }
  }

  return (
    <form className={styles.search} role="search" onSubmit={submit}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={text}
        role="combobox"
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${list}-${active}` : undefined}
        aria-label="Поиск по каталогу"
        placeholder={phone ? 'Артикул, штрихкод' : keywordPlaceholder}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setOpen(true)
        }}
        onKeyDown={onArrowKey}
        onBlur={() => setOpen(false)}
      />
      <kbd aria-hidden="true">/</kbd>
      {shown && (
        <Suspense>
          <Suggestions
            id={list}
            typed={text}
            active={active}
            showPrices={showPrices}
            onChoices={takeChoices}
            onChoose={choose}
            onPoint={setActive}
          />
        </Suspense>
      )}
    </form>
  )
}

function useSlashFocus(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      field.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [field])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button'].includes(target.type) && target.dataset.quantity === undefined
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
