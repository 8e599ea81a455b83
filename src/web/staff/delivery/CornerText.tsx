import { useState } from 'react'
import { maxCorners, type GeoPoint } from '#shared/rules/delivery/polygon.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { parseCorners, formatCorners } from './zone-draft.ts'
import styles from './staff-delivery.module.css'

/** Corners as text, for pasting from another map or typing. */
export function CornerText({
  corners,
  onChange,
}: {
  corners: readonly GeoPoint[]
  onChange: (corners: readonly GeoPoint[]) => void
}) {
  const [text, setText] = useState<string>()
  const [error, setError] = useState<string>()
  const opened = text !== undefined

  function apply() {
    const read = parseCorners(text ?? '')
    if (read === undefined || read.length > maxCorners)
      return setError(
        read === undefined ? 'В каждой строке два числа: широта и долгота' : `Можно не больше ${maxCorners} углов`,
      )
    onChange(read)
    setText(undefined)
    setError(undefined)
  }

  return (
    <>
      <Button small aria-expanded={opened} onClick={() => setText(opened ? undefined : formatCorners(corners))}>
        Координаты
      </Button>
      {opened && (
        <div className={styles.coordinates}>
          <TextArea
            label="Углы по одному в строке: широта, долгота"
            rows={6}
            value={text}
            error={error}
            spellCheck={false}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button small onClick={apply}>
            Применить
          </Button>
        </div>
      )}
    </>
  )
}
