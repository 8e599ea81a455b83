import bowser from 'bowser'

/** Browser and system of a User-Agent: 'Chrome, Windows'; '' if unknown. */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os, platform } = bowser.parse(userAgent)
  const browserName = browser.name === undefined ? '' : (browserNames[browser.name] ?? browser.name)
  return [browserName, platform.model ?? os.name ?? ''].filter((part) => part !== '').join(', ')
}

const browserNames: Record<string, string> = {
  'Yandex Browser': 'Яндекс Браузер',
  'Samsung Internet for Android': 'Samsung Internet',
  'Microsoft Edge': 'Edge',
}
