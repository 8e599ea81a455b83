/** Design tokens: nine greys, one accent, four semantic colours. Dark has the same names. Contrast is AA in both. */
export const light = {
  '--page': '#f4f6f7',
  '--surface': '#fff',
  '--sunken': '#eef1f3',
  '--hover': '#f7f9fa',
  '--line': '#e1e6e9',
  '--line-strong': '#c3ccd2',
  '--control': '#87929a',
  '--text': '#182026',
  '--text-2': '#4f5b64',
  '--text-3': '#5d6971',
  '--accent': '#0a6a72',
  '--accent-hover': '#085960',
  '--on-accent': '#fff',
  '--accent-soft': '#e2f0f1',
  '--accent-line': '#9ccdd0',
  '--ok': '#1d7540',
  '--ok-soft': '#e5f3ea',
  '--warn': '#855400',
  '--warn-soft': '#fdf2d9',
  '--warn-line': '#ecd092',
  '--bad': '#b3261e',
  '--bad-soft': '#fcebe9',
  '--bad-line': '#efb9b5',
  '--info': '#1e5bb8',
  '--info-soft': '#e7effb',
  '--star': '#b87700',
  '--shadow': '0 1px 2px #0d1a2214, 0 8px 28px #0d1a2229',
  '--veil': '#0d1a2266',
}

export const dark: typeof light = {
  '--page': '#12171a',
  '--surface': '#191f23',
  '--sunken': '#101416',
  '--hover': '#20272c',
  '--line': '#2a3238',
  '--line-strong': '#3c464d',
  '--control': '#7a868e',
  '--text': '#e7ecef',
  '--text-2': '#a9b4bb',
  '--text-3': '#8d99a1',
  '--accent': '#52bfc6',
  '--accent-hover': '#74d0d6',
  '--on-accent': '#06272a',
  '--accent-soft': '#153338',
  '--accent-line': '#2a646a',
  '--ok': '#6cc98b',
  '--ok-soft': '#17301f',
  '--warn': '#e3b456',
  '--warn-soft': '#33290f',
  '--warn-line': '#5d4a1c',
  '--bad': '#f28b82',
  '--bad-soft': '#3b1c1a',
  '--bad-line': '#6d322e',
  '--info': '#8bb6f5',
  '--info-soft': '#172a45',
  '--star': '#e3b456',
  '--shadow': '0 1px 2px #0008, 0 8px 28px #000a',
  '--veil': '#000000a6',
}

/** Adds the tokens to the page before the first render. */
export function installTokens(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `:root{color-scheme:light;${declarations(light)}}:root[data-theme=dark]{color-scheme:dark;${declarations(dark)}}`,
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

function declarations(tokens: Record<string, string>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}
