import { accentShades, defaultAccent, type AccentShades } from '#shared/rules/look/accent.ts'

/** CSS that overrides the accent tokens of the web (`src/web/ui/theme/tokens.ts`); '' for the web's own colour. */
export function accentStyle(accent: string): string {
  if (accent === defaultAccent) return ''
  const { light, dark } = accentShades(accent)
  // More specific than the tokens' own rules, which come later.
  return `html:root{${declarations(light)}}html:root[data-theme=dark]{${declarations(dark)}}`
}

function declarations({ accent, hover, onAccent, soft, line }: AccentShades): string {
  return (
    `--accent:${accent};--accent-hover:${hover};--on-accent:${onAccent};` +
    `--accent-soft:${soft};--accent-line:${line}`
  )
}
