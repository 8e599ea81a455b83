import { useQuery } from '@tanstack/react-query'
import { buyerRoles } from '#shared/rights.ts'
import { buyerRoleNames } from '#shared/rules/parties/buyer-role-names.ts'
import { PlacementFields } from '#web/parts/placement/PlacementFields.tsx'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { OrganisationsField } from './OrganisationsField.tsx'
import type { PlacementDraft } from './placement-draft.ts'
import { audienceQuery } from './use-staff-pages.ts'
import styles from './staff-pages.module.css'

type FieldsProps = {
  draft: PlacementDraft
  errors: Readonly<Record<string, string | undefined>>
  onChange: (patch: Partial<PlacementDraft>) => void
}

/** When, in what order and to whom a page or news is shown. */
export function AudienceFields({ draft, errors, onChange }: FieldsProps) {
  const { data } = useQuery(audienceQuery)
  return (
    <>
      <div className={styles.placement}>
        <PlacementFields value={draft} errors={errors} onChange={onChange} />
      </div>
      <fieldset className={styles.audience}>
        <legend>Кому показывать</legend>
        <p className="small dim">Ничего не отмечено – всем. Отмеченное в разных строках должно сойтись вместе</p>
        <div className={styles.choices} role="group" aria-label="Роли">
          {buyerRoles.map((role) => (
            <Checkbox
              key={role}
              label={buyerRoleNames[role]}
              checked={draft.roles.includes(role)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ roles: withToggled(draft.roles, role, checked) })
              }
            />
          ))}
        </div>
        {data !== undefined && data.price_types.length > 0 && (
          <div className={styles.choices} role="group" aria-label="Виды цен">
            {data.price_types.map(({ id, header }) => (
              <Checkbox
                key={id}
                label={header}
                checked={draft.price_types.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({ price_types: withToggled(draft.price_types, id, checked) })
                }
              />
            ))}
          </div>
        )}
        <OrganisationsField
          chosen={draft.organisations}
          known={data?.organisations ?? []}
          error={errors.organisations}
          onChange={(organisations) => onChange({ organisations })}
        />
      </fieldset>
    </>
  )
}

function withToggled<Value>(values: readonly Value[], value: Value, on: boolean): Value[] {
  const others = values.filter((each) => each !== value)
  return on ? [...others, value] : others
}
