import type { FlagChoice, StaffGood } from '#shared/api/staff/goods.ts'
import { goodsFlags, type GoodsFlag } from '#shared/rules/goods/goods-flags.ts'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { flagLabels } from './flag-texts.ts'
import styles from './good.module.css'

type FlagsProps = {
  good: StaffGood
  flags: Record<GoodsFlag, FlagChoice>
  onChange: (flags: Record<GoodsFlag, FlagChoice>) => void
}

/** Flags of a product: as in 1C, or overridden by staff. */
export function FlagsCard({ good, flags, onChange }: FlagsProps) {
  // The sale flag is set by neither: a special offer is running.
  const onOffer = good.flags.sale.shown && !isFlagSet(good, 'sale', good.flags.sale.choice)
  return (
    <Card title="Признаки">
      <CardBody>
        <div className="column">
          {goodsFlags.map((flag) => (
            <div key={flag} className={styles.flag}>
              <span>{flagLabels[flag].label}</span>
              <Segments
                label={flagLabels[flag].label}
                options={[
                  { value: 'exchange', label: `Как в 1С: ${good.flags[flag].exchange ? 'да' : 'нет'}` },
                  { value: 'yes', label: 'Да' },
                  { value: 'no', label: 'Нет' },
                ]}
                value={flags[flag]}
                onChange={(choice) => onChange({ ...flags, [flag]: choice })}
              />
            </div>
          ))}
          <span className="small dim">
            {onOffer
              ? 'Сейчас идёт спецпредложение: товар в распродаже, пока оно не закончится'
              : 'Поставленное вручную обмен с 1С не меняет'}
          </span>
        </div>
      </CardBody>
    </Card>
  )
}

function isFlagSet(good: StaffGood, flag: GoodsFlag, choice: FlagChoice): boolean {
  return choice === 'exchange' ? good.flags[flag].exchange : choice === 'yes'
}
