import {
  useId,
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { quantity } from '../format.ts'
import styles from './field.module.css'

type Described = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Id of a text elsewhere that a screen reader reads with the field. */
  describedBy?: string | undefined
}
type ControlProps = { id: string; className: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/** Label above, hint or error below, linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  describedBy,
  children,
}: Described & { children: (wired: ControlProps) => ReactNode }) {
  const id = useId()
  const below = error ?? hint
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles.control ?? '',
        'aria-invalid': error !== undefined,
        'aria-describedby': below === undefined ? describedBy : [describedBy, `${id}-below`].filter(Boolean).join(' '),
      })}
      {below !== undefined && (
        <span
          id={`${id}-below`}
          className={error === undefined ? styles.hint : styles.error}
          role={error === undefined ? undefined : 'alert'}
        >
          {below}
        </span>
      )}
    </div>
  )
}

export function TextField({ label, hint, error, describedBy, ...rest }: Described & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} describedBy={describedBy}>
      {(wired) => <input {...wired} {...rest} />}
    </Field>
  )
}

export function TextArea({ label, hint, error, ...rest }: Described & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wired) => <textarea {...wired} {...rest} />}
    </Field>
  )
}

export type Option = { value: string; label: string; disabled?: boolean }

export function SelectField({
  label,
  hint,
  error,
  options,
  ...rest
}: Described & { options: readonly Option[] } & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wired) => (
        <select {...wired} {...rest}>
          {optionsOf(options)}
        </select>
      )}
    </Field>
  )
}

/** A select in a toolbar: its label is the accessible name and tooltip. */
export function BarSelect({
  label,
  options,
  ...rest
}: { label: string; options: readonly Option[] } & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <select
      className={`${styles.control} ${styles.small}`}
      style={{ width: 'auto' }}
      aria-label={label}
      title={label}
      {...rest}
    >
      {optionsOf(options)}
    </select>
  )
}

/** A text field in a toolbar or filter. */
export function BarInput({ label, className, ...rest }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  return <input className={`${styles.control} ${styles.small} ${className ?? ''}`} aria-label={label} {...rest} />
}

export function Checkbox({
  label,
  count,
  ...rest
}: { label: ReactNode; count?: number } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...rest} />
      <span className="clip">{label}</span>
      {count !== undefined && <em>{quantity(count)}</em>}
    </label>
  )
}

function optionsOf(options: readonly Option[]) {
  return options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ))
}
