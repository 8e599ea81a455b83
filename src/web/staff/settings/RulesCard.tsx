import { useId } from 'react'
import type { StaffSettings } from '#shared/api/staff/settings.ts'
import {
  portalRules,
  ruleGroups,
  ruleNames,
  type PortalRule,
  type RuleGroup,
  type RuleName,
  type RuleValue,
} from '#shared/rules/settings/portal-rules.ts'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { byName } from './settings-draft.ts'
import styles from './rules.module.css'

type RulesCardProps = {
  group: RuleGroup
  values: Record<string, RuleValue>
  priceTypes: StaffSettings['price_types']
  errors: Record<string, string | undefined>
  onChange: (name: RuleName, value: RuleValue) => void
}

/** Rules of one group, a row each. */
export function RulesCard({ group, values, priceTypes, errors, onChange }: RulesCardProps) {
  return (
    <Card title={ruleGroups[group]}>
      <CardBody>
        {ruleNames
          .filter((name) => portalRules[name].group === group)
          .map((name) => (
            <RuleRow
              key={name}
              rule={portalRules[name]}
              value={values[name] ?? null}
              error={errors[`rules.${name}`]}
              priceTypes={priceTypes}
              onChange={(value) => onChange(name, value)}
            />
          ))}
      </CardBody>
    </Card>
  )
}

type RuleRowProps = {
  rule: PortalRule
  value: RuleValue
  error: string | undefined
  priceTypes: StaffSettings['price_types']
  onChange: (value: RuleValue) => void
}

function RuleRow({ rule, value, error, priceTypes, onChange }: RuleRowProps) {
  const id = useId()
  const below = error ?? rule.hint
  const described = below === undefined ? {} : { 'aria-describedby': `${id}-below` }
  const wired = { id, 'aria-invalid': error !== undefined, ...described }
  return (
    <div className={styles.row}>
      <span className={styles.text}>
        {rule.kind === 'flag' ? <span>{rule.label}</span> : <label htmlFor={id}>{rule.label}</label>}
        {below !== undefined && (
          <span
            id={`${id}-below`}
            className={`small ${error === undefined ? 'dim' : 'bad'}`}
            role={error === undefined ? undefined : 'alert'}
          >
            {below}
          </span>
        )}
      </span>
      {rule.kind === 'flag' && <Switch label={rule.label} checked={value === true} onChange={onChange} />}
      {rule.kind === 'number' && (
        <span className="row">
          <input
            {...wired}
            className={styles.number}
            inputMode="numeric"
            value={String(value ?? '')}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <span className={`${styles.unit} small dim`}>{rule.unit}</span>
        </span>
      )}
      {rule.kind === 'choice' && (
        <select
          {...wired}
          className={styles.select}
          value={String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {Object.entries(rule.choices).map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </select>
      )}
      {rule.kind === 'priceType' && (
        <select
          {...wired}
          className={styles.select}
          value={value === null ? '' : String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        >
          <option value="">{byName}</option>
          {priceTypes.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
          {value !== null && !priceTypes.some(({ code }) => code === value) && (
            <option value={String(value)}>{String(value)}</option>
          )}
        </select>
      )}
    </div>
  )
}
