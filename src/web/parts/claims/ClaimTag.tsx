import { claimStates, type ClaimState } from '#shared/rules/aftersale/claims.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

const tones: Record<'info' | 'warning' | 'success' | 'danger', Tone> = {
  info: 'info',
  warning: 'warn',
  success: 'ok',
  danger: 'bad',
}

/** State of a claim as a tag. */
export function ClaimTag({ state }: { state: ClaimState }) {
  const { name, tone } = claimStates[state]
  return <Tag {...(tone === 'muted' ? {} : { tone: tones[tone] })}>{name.toLowerCase()}</Tag>
}
