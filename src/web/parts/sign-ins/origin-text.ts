import type { FirstTime } from '#shared/api/account/sessions.ts'

const firstTimeWords: Record<FirstTime, string> = {
  '': '',
  browser: 'браузер впервые',
  network: 'сеть впервые',
  both: 'впервые',
}

/** 'Chrome, Linux · впервые' */
export function originText({ device, first }: { device: string; first: FirstTime }): string {
  return [device || 'устройство неизвестно', firstTimeWords[first]].filter(Boolean).join(' · ')
}

/** Class of the text. */
export const originTone = ({ first }: { first: FirstTime }): 'dim' | 'warn' => (first === '' ? 'dim' : 'warn')
