import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { withCount } from '#web/ui/format.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { WithMantine } from '#web/ui/theme/WithMantine.tsx'
import { highlightWords } from './highlight-words.ts'
import type { Source } from './sources.ts'
import { useSuggestions } from './use-suggestions.ts'
import styles from './suggest-field.module.css'

type SuggestFieldProps<Item> = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  source: Source<Item>
  value: string
  onType: (text: string) => void
  onChoose: (item: Item) => void
  /** The field lost the focus: its error may be shown. */
  onLeave?: () => void
} & Pick<ComponentProps<'input'>, 'name' | 'maxLength' | 'inputMode' | 'placeholder' | 'disabled'> & {
    'data-autofocus'?: true
  }

/** State of the field: queries while typing; 'manual' stops until it loses the focus. */
type SuggestingField = 'idle' | 'asking' | 'manual'

/**
 * A text field with suggestions while typing: ↑ ↓ move, Enter chooses, Esc closes the list. Text without a suggestion
 * is valid too.
 */
export function SuggestField<Item>(props: SuggestFieldProps<Item>) {
  return (
    <WithMantine>
      <Suggesting {...props} />
    </WithMantine>
  )
}

function Suggesting<Item>({
  label,
  hint,
  error,
  source,
  value,
  onType,
  onChoose,
  onLeave,
  ...rest
}: SuggestFieldProps<Item>) {
  const [asking, setAsking] = useState<SuggestingField>('idle')
  const items = useSuggestions(source, value, asking === 'asking')
  const opened = items.length > 0
  const store = useCombobox({
    opened,
    onOpenedChange: (open) => setAsking((previous) => (previous === 'manual' ? previous : open ? 'asking' : 'idle')),
  })

  function submit(index: string) {
    const item = items[Number(index)]
    setAsking(item === undefined ? 'manual' : 'idle')
    if (item !== undefined) onChoose(item)
  }

  function onKeyDown(event: KeyboardEvent) {
    // The key closes the list, not the dialog around it.
    if (event.key === 'Escape' && opened) event.preventDefault()
  }

  return (
    <Combobox store={store} onOptionSubmit={submit} offset={4} position="bottom-start">
      <Field label={label} hint={hint} error={error}>
        {(wired) => (
          <Combobox.Target withExpandedAttribute>
            <input
              {...wired}
              {...rest}
              aria-autocomplete="list"
              spellCheck={false}
              value={value}
              onKeyDown={onKeyDown}
              onChange={({ currentTarget }) => {
                if (asking === 'idle') setAsking('asking')
                // A new list has no highlighted entry.
                store.resetSelectedOption()
                onType(currentTarget.value)
              }}
              onBlur={() => {
                setAsking('idle')
                onLeave?.()
              }}
            />
          </Combobox.Target>
        )}
      </Field>
      <span className="unseen" role="status">
        {opened && withCount(items.length, ['подсказка', 'подсказки', 'подсказок'])}
      </span>
      <Combobox.Dropdown className={styles.list}>
        <Combobox.Options aria-label={`${label}: подсказки`}>
          {items.map((item, index) => (
            // Entries have no ids, and two may have the same text.
            // oxlint-disable-next-line react/no-array-index-key
            <Combobox.Option key={index} value={String(index)} className={styles.option}>
              <HighlightedText text={source.textOf(item)} query={value} />
              {source.detailOf && (
                <small>
                  <HighlightedText text={source.detailOf(item)} query={value} />
                </small>
              )}
            </Combobox.Option>
          ))}
          {opened && (
            <Combobox.Option value="" className={`${styles.option} ${styles.manual}`}>
              Нет в списке – ввести вручную
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function HighlightedText({ text, query }: { text: string; query: string }) {
  return highlightWords(text, query).map(({ text, isMatch }, index) =>
    // oxlint-disable-next-line react/no-array-index-key
    isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  )
}
