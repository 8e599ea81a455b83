import { accentShades, isColour, presetAccents, readAccent } from '#shared/rules/look/accent.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { quantity } from '#web/ui/format.ts'
import styles from './firm.module.css'

type AccentFieldProps = { accent: string; error: string | undefined; onChange: (accent: string) => void }

/** The colour of buttons and links: a preset or any other, with what becomes of it. */
export function AccentField({ accent, error, onChange }: AccentFieldProps) {
  return (
    <fieldset className={styles.accent}>
      <legend>Цвет кнопок и ссылок</legend>
      <div className="row wrap">
        {presetAccents.map((preset) => (
          <button
            key={preset}
            type="button"
            className={styles.preset}
            style={{ background: preset }}
            aria-label={`Цвет ${preset}`}
            aria-pressed={accent.toLowerCase() === preset}
            onClick={() => onChange(preset)}
          />
        ))}
        <span className={styles.colour}>
          <Field label="Свой цвет" error={error}>
            {(wired) => (
              <input
                {...wired}
                maxLength={7}
                spellCheck={false}
                value={accent}
                onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
              />
            )}
          </Field>
        </span>
        {isColour(accent) && <Sample accent={accent} />}
      </div>
    </fieldset>
  )
}

/** How buttons and links will look in both themes. */
function Sample({ accent }: { accent: string }) {
  const { contrast, darkenedTo } = readAccent(accent)
  const { light, dark } = accentShades(accent)
  const ratio = `${quantity(Math.floor(contrast * 10) / 10)} : 1`
  return (
    <>
      <span className={styles.sample} style={{ background: light.accent, color: light.onAccent }}>
        Кнопка
      </span>
      <span className={styles.sample} style={{ background: dark.accent, color: dark.onAccent }}>
        В тёмной теме
      </span>
      <span className="small ok" role="status">
        {darkenedTo === null ? `${ratio}, читается` : `Слишком светлый, затемнён до ${darkenedTo}: ${ratio}`}
      </span>
    </>
  )
}
