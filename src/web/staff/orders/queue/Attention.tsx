import { Tag } from '#web/ui/Tag.tsx'
import { attentionTone } from '../row-texts.ts'

/** The most urgent reason for attention, and the number of others. */
export function Attention({ text }: { text: string }) {
  const [first = '', ...more] = text.split(' · ')
  return (
    <>
      <Tag tone={attentionTone(first)}>{first}</Tag>
      {more.length > 0 && <span className="small dim"> +{more.length}</span>}
    </>
  )
}
