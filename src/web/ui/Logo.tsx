import { useLook } from './look.ts'
import styles from './logo.module.css'

export function Logo({ inverted = false, suffix }: { inverted?: boolean; suffix?: string }) {
  const { name, logo } = useLook()
  return (
    <span className={styles.logo} data-inverted={inverted || undefined}>
      {logo === '' ? <i aria-hidden="true" /> : <img src={logo} alt="" height={24} />}
      <span className={styles.name}>{suffix === undefined ? name : `${name} · ${suffix}`}</span>
    </span>
  )
}

/** The logo as a link to the first page, for pages outside the router. */
export function HomeLogo() {
  const { name } = useLook()
  return (
    <a href="/" aria-label={`${name}: на главную`}>
      <Logo />
    </a>
  )
}
