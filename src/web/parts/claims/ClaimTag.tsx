import { claimStates, type ClaimState } from '#shared/rules/aftersale/claims.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

const tones: Record<'info' | 'warning' | 'success' | 'danger', Tone> = {
  info: 'info',
  warning: 'warn',
  success: 'ok',
  danger: 'bad',
}

/** The state of a claim in a word. */
export function ClaimTag({ state }: { state: ClaimState }) {
  const { name, tone } = claimStates[state]
  return <Tag {...(tone === 'muted' ? {} : { tone: tones[tone] })}>{name.toLowerCase()}</Tag>
}
