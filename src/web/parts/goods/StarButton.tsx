import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './star-button.module.css'

type StarProps = { isOn: boolean; label: string; title: string; icon?: IconName; onPress: () => void }

/** Toggle button of a row; a native element for speed. */
export function StarButton({ isOn, label, title, icon = 'star', onPress }: StarProps) {
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isOn}
      data-icon={icon}
      aria-label={label}
      title={title}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
