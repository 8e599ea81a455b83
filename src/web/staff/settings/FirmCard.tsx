import type { StaffSettings } from '#shared/api/staff/settings.ts'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { AccentField } from './AccentField.tsx'
import type { FirmDraft } from './firm-draft.ts'
import { LogoField } from './LogoField.tsx'
import styles from './firm.module.css'

type FirmCardProps = {
  usual: StaffSettings['shop']['usual']
  draft: FirmDraft
  errors: Record<string, string | undefined>
  onChange: (patch: Partial<FirmDraft>) => void
}

/** Name, contacts, logo and colour of the wholesaler. */
export function FirmCard({ usual, draft, errors, onChange }: FirmCardProps) {
  const text = (name: 'name' | 'company' | 'phone' | 'hours' | 'email' | 'from_name') => ({
    value: draft[name],
    error: errors[`shop.${name}`],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ [name]: currentTarget.value }),
  })
  return (
    <Card title="Фирма и вид">
      <CardBody>
        <div className={styles.firm}>
          <LogoField logo={draft.logo} error={errors['shop.logo']} onChange={(logo) => onChange({ logo })} />
          <div className={styles.fields}>
            <TextField label="Название в шапке и письмах" placeholder={usual.name} maxLength={100} {...text('name')} />
            <TextField
              label="Полное название"
              hint="Для прайс-листов YML"
              placeholder={usual.company}
              maxLength={300}
              {...text('company')}
            />
            <TextField label="Телефон" type="tel" maxLength={60} {...text('phone')} />
            <TextField label="Часы работы" placeholder="будни 9:00–18:00" maxLength={60} {...text('hours')} />
            <TextField
              label="Почта для покупателей"
              hint="Сюда придут ответы на письма портала"
              type="email"
              maxLength={200}
              {...text('email')}
            />
            <TextField
              label="Письма от имени"
              placeholder={usual.from_name || draft.name || usual.name}
              maxLength={100}
              {...text('from_name')}
            />
          </div>
          <AccentField
            accent={draft.accent}
            error={errors['shop.accent']}
            onChange={(accent) => onChange({ accent })}
          />
        </div>
      </CardBody>
    </Card>
  )
}
